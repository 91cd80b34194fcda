import { findStyled } from './pasted-document.ts'
import type { Look } from './pasted-styles.ts'
import type { Level } from './sheet.ts'

/** Blanks that a program wrote for its own reasons, and what they stand for. */
export type Blanks = 'as they are' | 'each a space' | 'mostly spaces'

export function blanksOf({ classes, word }: Look): Blanks | null {
  if (classes.includes('Apple-converted-space') || word?.['mso-spacerun']) return 'each a space'
  return classes.includes('TextRun') || classes.includes('EOP') ? 'mostly spaces' : null
}

/** Pages have two levels of headings below their title. */
export function headingOf(element: Element, look: Look): 'h2' | 'h3' | null {
  const level = Number.parseInt(levelOfHeading(element, look) ?? look.word?.['mso-outline-level'] ?? '', 10)
  if (Number.isNaN(level)) return null
  return level <= 2 ? 'h2' : 'h3'
}

function levelOfHeading(element: Element, { classes }: Look): string | null {
  const name = element.localName
  if (/^h[1-6]$/.test(name)) return name.slice(1)
  if (element.getAttribute('role') === 'heading') return element.getAttribute('aria-level')
  if (name !== 'p') return null
  const style = classes.find((token) => /^Mso(Title|Subtitle|Heading[1-9])/.test(token))
  if (style?.startsWith('MsoHeading')) return style.slice('MsoHeading'.length)
  if (!style) return null
  return style.startsWith('MsoTitle') ? '1' : '3'
}

const wordQuotes = ['MsoQuote', 'MsoIntenseQuote', 'MsoBlockText']

/** A quotation by the style that Word has for it. */
export function isWordQuote(element: Element, { classes }: Look): boolean {
  return element.localName === 'p' && classes.some((token) => wordQuotes.includes(token))
}

export function isList({ localName, firstElementChild }: Element): boolean {
  const isLevelled = firstElementChild?.hasAttribute('data-aria-level')
  return (localName === 'ul' || localName === 'ol') && !isLevelled
}

/** Word writes a list as paragraphs that know their level; on the web, as lists of one item each that do. */
export function levelOf(element: Element, { word }: Look): Level | null {
  const told = element.getAttribute('data-aria-level')
  if (element.localName === 'li' && told) {
    const isNumbered = element.parentElement?.localName === 'ol'
    const start = isNumbered ? startOf(element.getAttribute('data-aria-posinset')) : null
    return { level: Number.parseInt(told, 10) || 1, start, key: element.getAttribute('data-listid') ?? '' }
  }
  const [list, level, key = ''] = word?.['mso-list']?.split(/\s+/) ?? []
  if (element.localName !== 'p' || !list || !level?.startsWith('level')) return null
  const marker = findStyled(element, 'ignore')?.textContent?.trim() ?? ''
  const isNumbered = /^\(?[\da-z.]{1,12}[.)]$|^\d+$/i.test(marker)
  const number = /(\d{1,9})\D?$/.exec(marker)?.[1] ?? null
  return { level: Number.parseInt(level.slice(5), 10) || 1, start: isNumbered ? startOf(number) : null, key }
}

export function startOf(number: string | null): number {
  const start = Number.parseInt(number ?? '1', 10)
  return start >= 0 && start <= 999_999_999 ? start : 1
}

/** One whose cells hold a line each. Others are there for the layout of a page and are read one cell after the other. */
export function isPlainRow(row: Element): boolean {
  const cells = [...row.children]
  if (cells.length < 2 || cells.some((cell) => cell.querySelector(notALine))) return false
  return cells.filter(({ textContent }) => textContent?.trim()).length > 1
}

const notALine = 'table, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, hr, figure, pre, img, p ~ p, div ~ div, br ~ br'

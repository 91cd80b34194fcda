import type { Block } from './contract.ts'
import { allStyled, attributeOf, styleOf, textOf } from './pasted-document.ts'
import { type Blanks, blanksOf, headingOf, isList, isPlainRow, isWordQuote, levelOf, startOf } from './pasted-roles.ts'
import { createLooks, type Look } from './pasted-styles.ts'
import { createSheet, type Ink, type Sheet } from './sheet.ts'

/** What did not come along, counted. */
export type Left = {
  /** 1 where there were fonts, sizes or colours at all */
  fonts: number
  comments: number
  deletions: number
  links: number
  pictures: number
  /** their words stayed, a row a paragraph */
  tables: number
  embedded: number
}

export const nothingLeft: Left = {
  fonts: 0,
  comments: 0,
  deletions: 0,
  links: 0,
  pictures: 0,
  tables: 0,
  embedded: 0,
}

/** Where the links of a text lead once it is here, and which of its pictures stay; null for what does not. */
export type Ways = { linkFrom: (href: string) => string | null; pictureFrom: (src: string) => string | null }

/** What holds for the words in an element, and for those further in. */
type Setting = Ink & {
  /** a link that leads nowhere we allow: counted once it has words */
  lostLink: Element | null
  keepsSpaces: boolean
  blanks: Blanks
}

/** `leave` is done when all within has been read. */
type Entered = { setting: Setting; leave: () => void }

type Reading = {
  ways: Ways
  sheet: Sheet
  lookOf: (element: Element) => Look
  left: Left
  lostLinks: Set<Element>
  tables: Set<Element>
  commentMarks: Set<string>
  commentBodies: number
  isFromLibreOffice: boolean
}

const names = (list: string) => new Set(list.split(' '))

const unseen = names(
  'script style title template noscript noframes noembed head meta link base xml area map param source track datalist button input textarea select option optgroup output progress meter dialog rp',
)
const embedded = names('iframe object embed video audio canvas frame frameset applet math')
const italic = names('i em cite dfn var')
const bold = names('b strong')
const block = names(
  'address article aside body blockquote center dd details dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup legend li main menu nav ol p pre section summary table tbody td tfoot th thead tr caption ul',
)
/** Comments, marks of comments and of notes, and bullets that are drawn as words. */
const marksOfPrograms = names(
  'MsoFootnoteReference MsoEndnoteReference msocomoff sdfootnoteanc sdfootnotesym sdendnoteanc sdendnotesym ListMarker ListMarkerWrappingSpan Apple-interchange-newline',
)
const noteMark = /^#(_ftn|_edn|_msoanchor|footnote-|endnote-|sdfootnote|sdendnote)/

const plain: Setting = {
  href: null,
  strong: false,
  em: false,
  kind: 'p',
  isCaption: false,
  isRow: false,
  lostLink: null,
  keepsSpaces: false,
  blanks: 'as they are',
}

/** Reads what another program has written. It is walked without recursion, however deep it is. */
export function readHtml(document: Document, ways: Ways): { blocks: Block[]; left: Left } {
  const reading: Reading = {
    ways,
    sheet: createSheet(),
    lookOf: createLooks(document),
    left: { ...nothingLeft },
    lostLinks: new Set(),
    tables: new Set(),
    commentMarks: new Set(),
    commentBodies: 0,
    isFromLibreOffice: document.querySelector('meta[name="generator" i][content^="LibreOffice" i]') !== null,
  }
  const path: { next: Node | null; setting: Setting; leave: () => void }[] = [
    { next: document.documentElement, setting: plain, leave: () => {} },
  ]
  for (let at = path.at(-1); at; at = path.at(-1)) {
    const node: Node | null = at.next
    if (!node) {
      path.pop()
      at.leave()
      continue
    }
    at.next = node.nextSibling
    const entered = enterNode(node, at.setting, reading)
    if (entered) path.push({ next: node.firstChild, ...entered })
  }
  const { left, lostLinks, tables, commentMarks, commentBodies } = reading
  left.links = lostLinks.size
  left.tables = tables.size
  left.comments += Math.max(commentMarks.size, commentBodies)
  return { blocks: reading.sheet.finish(), left }
}

/** By the numbers of the DOM's own standard: where there is no browser there are no names for them. */
const isElement = (node: Node): node is Element => node.nodeType === 1
const isText = ({ nodeType }: Node) => nodeType === 3
const isMarginal = ({ nodeType }: Node) => nodeType === 8

function enterNode(node: Node, setting: Setting, reading: Reading): Entered | null {
  if (isElement(node)) return enterElement(node, setting, reading)
  if (isText(node)) writeText(textOf(node), setting, reading)
  // What LibreOffice has in its margin it writes as a comment of the page.
  const isComment = isMarginal(node) && reading.isFromLibreOffice
  if (isComment && !/^(Start|End)Fragment$|^\[/.test(node.nodeValue ?? '')) reading.left.comments++
  return null
}

/** Hyphens that show only at a line's end, and what cannot be seen at all. */
const invisible = /[\u00ad\ufeff]|[^\P{Cc}\t\n\r\f]/gu
/** French sets a space that must not break before these signs and after the first of its quotation marks. */
const breakingAnyway = /(?<!«)\u00a0(?![!?:;»%])/g

function writeText(source: string, setting: Setting, { sheet, lostLinks }: Reading) {
  let text = source.replace(invisible, '')
  if (setting.blanks === 'each a space') text = text.replace(/\s/g, ' ')
  if (setting.blanks === 'mostly spaces') text = text.replace(breakingAnyway, ' ')
  let isSeen = false
  if (setting.keepsSpaces && !setting.isRow) {
    for (const [index, line] of text.split('\n').entries()) {
      if (index > 0) sheet.endLine()
      isSeen = sheet.writeExactly(line, setting) || isSeen
    }
  } else if (setting.blanks === 'each a space') {
    isSeen = sheet.writeExactly(text, setting)
  } else {
    isSeen = sheet.write(text, setting)
  }
  if (isSeen && setting.lostLink) lostLinks.add(setting.lostLink)
}

function enterElement(element: Element, outer: Setting, reading: Reading): Entered | null {
  const { sheet, left, ways } = reading
  const name = element.localName
  if (unseen.has(name)) return null
  const look = reading.lookOf(element)
  if (look.isHidden || look.word?.['mso-hide'] === 'all' || element.hasAttribute('hidden')) return null
  if (isLeftOut(element, look, reading)) return null
  if (embedded.has(name)) {
    left.embedded++
    return null
  }
  if (name === 'img' || name === 'svg') {
    readPicture(element, outer, reading)
    return null
  }
  if (name === 'br') {
    const isPageBreak = /page-break-before\s*:\s*always/.test(styleOf(element))
    if (!isPageBreak) sheet.endLine()
    return null
  }
  if (name === 'hr') {
    sheet.put({ type: 'break' })
    return null
  }
  if (look.word?.['mso-tab-count'] || look.classes.includes('Apple-tab-span')) {
    sheet.write(' ', outer)
    return null
  }
  if (look.isDressed || name === 'font') left.fonts = 1
  const setting = settingOf(element, look, outer, ways)
  if (name === 'q') {
    sheet.write('“', setting)
    return { setting, leave: () => void sheet.write('”', setting) }
  }
  if (!block.has(name) && !look.isBlock) return { setting, leave: () => {} }
  return setting.isRow
    ? enterCell(element, setting, reading)
    : { setting, leave: enterBlock(element, look, setting, reading) }
}

/** Counts what a reader was never meant to see, and says whether this is such a thing. */
function isLeftOut(element: Element, look: Look, reading: Reading): boolean {
  const { word, classes } = look
  const { left, commentMarks } = reading
  if (element.localName === 'del' || classes.includes('msoDel')) {
    if (element.textContent?.trim()) left.deletions++
    return true
  }
  if (word?.['mso-element'] === 'comment-list') {
    const bodies = allStyled(element).map(reading.lookOf)
    reading.commentBodies += bodies.filter(({ word }) => word?.['mso-element'] === 'comment').length
    return true
  }
  if (word?.['mso-element'] === 'comment' || classes.includes('msocomtxt')) {
    reading.commentBodies++
    return true
  }
  const href = element.localName === 'a' ? (attributeOf(element, 'href') ?? '') : ''
  if (classes.includes('MsoCommentReference') || href.startsWith('#_msocom_')) {
    const mark = href || element.querySelector('a[href^="#_msocom_"]')?.getAttribute('href')
    if (mark) commentMarks.add(mark)
    return true
  }
  if (word?.['mso-special-character'] === 'comment' || word?.['mso-list'] === 'ignore') return true
  if (word?.['mso-footnote-id'] || word?.['mso-endnote-id'] || noteMark.test(href)) return true
  // The line above Word's footnotes is no break between scenes.
  if (element.localName === 'hr' && element.getAttribute('width') === '33%') return true
  return classes.some((token) => marksOfPrograms.has(token))
}

const emoji = /^(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|\u200d|\ufe0f){1,16}$/u

function readPicture(element: Element, setting: Setting, { sheet, left, ways }: Reading) {
  const alt = attributeOf(element, 'alt')?.trim() ?? ''
  // Some sites draw every emoji as a picture of itself.
  if (emoji.test(alt)) return void sheet.write(alt, setting)
  const src = ways.pictureFrom(attributeOf(element, 'src') ?? '')
  if (src) sheet.put({ type: 'figure', src, alt, caption: '' })
  else left.pictures++
}

function settingOf(element: Element, look: Look, outer: Setting, { linkFrom }: Ways): Setting {
  const name = element.localName
  const heading = headingOf(element, look)
  const setting: Setting = {
    ...outer,
    em: look.isItalic ?? (italic.has(name) || outer.em),
    strong: look.isBold ?? (bold.has(name) || outer.strong),
    kind: heading ?? outer.kind,
    isCaption: outer.isCaption || name === 'figcaption',
    keepsSpaces: look.keepsSpaces ?? (name === 'pre' || outer.keepsSpaces),
    blanks: blanksOf(look) ?? outer.blanks,
  }
  // How all headings and quotations look is their style's business, and not her emphasis.
  if (heading || isWordQuote(element, look)) Object.assign(setting, { em: false, strong: false })
  const href = name === 'a' ? attributeOf(element, 'href') : null
  if (!href?.trim() || href.startsWith('#')) return setting
  setting.href = linkFrom(href)
  setting.lostLink = setting.href === null ? element : null
  return setting
}

/** The cells of a row stand side by side, and so do their words. */
function enterCell(element: Element, setting: Setting, { sheet }: Reading): Entered {
  const isCell = element.localName === 'td' || element.localName === 'th'
  const hasWords = isCell && Boolean(element.textContent?.trim())
  sheet.write(hasWords && sheet.hasWords() ? ' · ' : ' ', { ...setting, strong: false, em: false, href: null })
  return { setting, leave: () => {} }
}

/** Says what is to be done at its end. */
function enterBlock(element: Element, look: Look, setting: Setting, { sheet, tables }: Reading): () => void {
  const name = element.localName
  const level = setting.kind === 'p' ? levelOf(element, look) : null
  if (level || name === 'li' || isList(element) || name === 'blockquote' || isWordQuote(element, look)) {
    if (level) sheet.openLevel(level)
    else if (name === 'li') sheet.openItem()
    else if (name === 'blockquote') sheet.openQuote()
    else if (name === 'p') sheet.openQuotedParagraph()
    else sheet.openList(name === 'ol' ? startOf(element.getAttribute('start')) : null)
    return sheet.closeContainer
  }
  sheet.endParagraph()
  // An editor's paragraph without anything in it is an empty line.
  if (name === 'p' && !element.hasChildNodes()) sheet.emptyLine()
  if (name === 'tr' && isPlainRow(element)) {
    setting.isRow = true
    const table = element.closest('table')
    if (table) tables.add(table)
  }
  return sheet.endParagraph
}

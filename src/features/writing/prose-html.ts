import { escapeXml } from '#lib/xml.ts'
import type { Block, Figure, Inline } from './contract.ts'

/**
 * Where it is read: what an address begins with, how wide a picture may be, the style of each element, if any, and which
 * addresses lead nowhere.
 */
type Place = {
  origin: string
  widest: number
  styles: Record<string, string>
  isClosed?: (path: string) => boolean
}

/** For those who read elsewhere, in whatever look their reader has: whole addresses, and no class or style. */
export function toFeedHtml(blocks: readonly Block[], origin: string, isClosed?: Place['isClosed']): string {
  return setBlocks(blocks, { origin, widest: 960, styles: {}, isClosed })
}

/** For a letter: the same, as the words of letters look (server/letter-html.tsx), with its links in that colour, and no wider than its sheet. */
export function toLetterHtml(
  blocks: readonly Block[],
  origin: string,
  link: string,
  isClosed?: Place['isClosed'],
): string {
  return setBlocks(blocks, { origin, widest: 508, styles: { ...letterStyles, a: `color:${link}` }, isClosed })
}

const serif = "Literata, Georgia, 'Times New Roman', serif"
const words = `font:18px/1.6 ${serif};color:#1f1b16;overflow-wrap:anywhere`

const letterStyles = {
  p: `margin:0 0 18px;${words}`,
  h2: `margin:30px 0 12px;font:400 24px/1.2 ${serif};color:#1f1b16`,
  h3: `margin:26px 0 10px;font:600 18px/1.35 ${serif};color:#1f1b16`,
  blockquote: 'margin:0 0 22px;padding:2px 0 2px 18px;border-left:3px solid #dcd2bf',
  ul: `margin:0 0 18px;padding:0 0 0 26px;${words}`,
  ol: `margin:0 0 18px;padding:0 0 0 26px;${words}`,
  li: 'margin:0 0 6px',
  hr: 'width:72px;margin:30px auto;border:0;border-top:1px solid #574f44',
  figure: 'margin:26px 0;text-align:center',
  img: 'height:auto;border:0',
  figcaption: `margin:8px 0 0;font:15px/1.5 ${serif};color:#574f44`,
}

type Attributes = Record<string, string | number | undefined>

function open(name: string, { styles }: Place, attributes: Attributes = {}): string {
  const given = Object.entries({ ...attributes, style: styles[name] }).filter(([, value]) => value !== undefined)
  return `<${[name, ...given.map(([key, value]) => `${key}="${escapeXml(String(value))}"`)].join(' ')}>`
}

function element(name: string, inner: string, place: Place, attributes?: Attributes): string {
  return `${open(name, place, attributes)}${inner}</${name}>`
}

function setBlocks(blocks: readonly Block[], place: Place): string {
  return blocks.map((block) => setBlock(block, place)).join('')
}

function setBlock(block: Block, place: Place): string {
  switch (block.type) {
    case 'p':
      return element('p', setWords(block.children, place).replace(/^ |^$/, '\u00a0'), place)
    case 'quote':
      return element('blockquote', setBlocks(block.children, place), place)
    case 'list': {
      const items = block.items.map((item) => element('li', setItem(item, place), place)).join('')
      return block.start === null ? element('ul', items, place) : element('ol', items, place, { start: block.start })
    }
    case 'break':
      return block.mark ? element('p', setText(block.mark), place) : open('hr', place)
    case 'figure':
      return setFigure(block, place)
    default:
      return element(block.type, setWords(block.children, place), place)
  }
}

/** A list within a list ends where its line does. */
const innerLists = {
  ul: `margin:6px 0 0;padding:0 0 0 26px;${words}`,
  ol: `margin:6px 0 0;padding:0 0 0 26px;${words}`,
}

/** A paragraph that is the only one of its item needs no element of its own. */
function setItem(blocks: readonly Block[], place: Place): string {
  const isTight = blocks.filter(({ type }) => type === 'p').length === 1
  const within = place.styles.ul ? { ...place, styles: { ...place.styles, ...innerLists } } : place
  return blocks
    .map((block) => (isTight && block.type === 'p' ? setWords(block.children, place) : setBlock(block, within)))
    .join('')
}

function setFigure({ src, alt, caption, width, height }: Figure, place: Place): string {
  const shown = width && Math.min(width, place.widest)
  const size = width && height && shown ? { width: shown, height: Math.round((height * shown) / width) } : {}
  // Where pictures are not loaded, one that is as wide as it says would make a phone's letter as wide.
  const most = shown ? `width:100%;max-width:${shown}px` : 'max-width:100%'
  const { img } = place.styles
  const within = img ? { ...place, styles: { ...place.styles, img: `${most};${img}` } } : place
  const image = open('img', within, { src: place.origin + src, alt, ...size })
  return element('figure', image + (caption && element('figcaption', setText(caption), place)), place)
}

function setWords(inlines: readonly Inline[], place: Place): string {
  return inlines
    .map((inline) => {
      if (typeof inline === 'string') return setText(inline)
      const inner = setWords(inline.children, place)
      if (inline.type !== 'link') return element(inline.type, inner, place)
      const url = new URL(inline.href, place.origin)
      const isOurs = url.origin === new URL(place.origin).origin
      return isOurs && place.isClosed?.(url.pathname) ? inner : element('a', inner, place, { href: url.href })
    })
    .join('')
}

/** Line ends and blanks are hers: HTML that is not told so would run them together. */
function setText(text: string): string {
  const escaped = escapeXml(text).replaceAll('\t', '    ')
  const spaced = escaped.replace(/ {2,}|(?<=\n) /g, (blanks) => '\u00a0'.repeat(blanks.length))
  return spaced.replaceAll('\n', '<br>')
}

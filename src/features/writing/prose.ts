import createMarkdownIt, { type MarkdownIt, type Token } from 'markdown-it'
import { toUrl } from '#lib/url.ts'
import type { Block, Figure, Format } from './contract.ts'
import { readPlain } from './plain.ts'
import { type Run, toInlines, unmarked } from './runs.ts'

/** A text as its row says it is to be read. */
export function readText(content: string, format: Format): Block[] {
  return format === 'plain' ? readPlain(content) : readProse(content)
}

export function readProse(source: string): Block[] {
  return cutProse(source).pieces.map(({ block }) => block)
}

/** A block beside the bytes it was read from, and those that stand between it and the one before. */
export type Piece = { block: Block; source: string; before: string }

/** A text in pieces: put together again, with what follows the last of them, they are its source, byte for byte. */
export function cutProse(source: string): { pieces: Piece[]; tail: string } {
  const lines = source.match(/[^\r\n]*(?:\r\n?|\n)|[^\r\n]+$/g) ?? []
  const pieces: Piece[] = []
  let line = 0
  let lineEnd = ''
  for (const { block, from, to } of topBlocks(lines)) {
    const blanks = lines.slice(line, from)
    // The last blank line parts two blocks; each of those before it is an empty line that she wants.
    const gaps = line === 0 ? ['', ...blanks] : [lineEnd + (blanks[0] ?? ''), ...blanks.slice(1)]
    for (const before of gaps.slice(0, -1)) pieces.push({ block: { type: 'p', children: [] }, source: '', before })
    const text = lines.slice(from, to).join('')
    lineEnd = text.slice(withoutEnd(text).length)
    pieces.push({ block, source: withoutEnd(text), before: gaps.at(-1) ?? '' })
    line = to
  }
  return { pieces, tail: lineEnd + lines.slice(line).join('') }
}

/** From here on nothing is a quotation in a quotation any more; the library would leave such words out. */
const deepest = 60

const rules = {
  block: ['blockquote', 'heading', 'hr', 'list', 'paragraph'],
  inline: ['text', 'escape', 'emphasis', 'link'],
  after: ['balance_pairs', 'emphasis', 'fragments_join'],
}

function createParser(more: string[], isAllowed: (href: string) => boolean): MarkdownIt {
  const parser = createMarkdownIt('zero', { maxNesting: deepest + 20 })
  parser.block.ruler.enableOnly(rules.block)
  parser.inline.ruler.enableOnly([...rules.inline, ...more])
  parser.inline.ruler2.enableOnly(rules.after)
  parser.validateLink = isAllowed
  return parser
}

export const ownPicture = /^\/images\/[\w-]{1,64}$/

/** Where a link in prose may lead: anywhere by https, to a mailbox, or to an address of this site. */
export function isAllowedLink(href: string): boolean {
  if (/^\/(?![/\\])/.test(href)) return true
  const url = /^(https:\/\/|mailto:)/i.test(href) ? toUrl(href) : null
  return url?.username === '' && url.password === ''
}

const words = createParser([], isAllowedLink)
const pictures = createParser(['image'], (href) => ownPicture.test(href))

/** An address as it stands in a link that was read, or null for one no link may have. */
export function toAddress(href: string): string | null {
  const address = words.normalizeLink(href)
  return isAllowedLink(address) ? address : null
}

type Placed = { block: Block; from: number; to: number }

/** The blocks of a text with the lines they stand on, from the first that is not blank to the last. */
function topBlocks(lines: readonly string[]): Placed[] {
  const bare = lines.map(withoutEnd)
  const tokens = words.parse(bare.join('\n'), {})
  if (tokens.some(({ level }) => level > deepest)) return paragraphsOf(bare)
  const cursor: Cursor = { tokens, lines: bare, at: 0 }
  const placed: Placed[] = []
  while (cursor.at < tokens.length) {
    const [from, to] = linesOf(cursor)
    placed.push({ block: readBlock(cursor, []), from, to })
  }
  return placed
}

function paragraphsOf(lines: readonly string[]): Placed[] {
  const placed: Placed[] = []
  lines.forEach((line, at) => {
    if (isBlank(line)) return
    const last = placed.at(-1)
    if (last?.to === at && last.block.type === 'p') {
      last.block.children = [`${last.block.children.join('')}\n${line}`]
      last.to = at + 1
    } else {
      placed.push({ block: { type: 'p', children: [line] }, from: at, to: at + 1 })
    }
  })
  return placed
}

/** A line, or lines, without what ends the last of them. */
function withoutEnd(text: string): string {
  return text.slice(0, text.endsWith('\r\n') ? -2 : /[\r\n]/.test(text.at(-1) ?? '') ? -1 : undefined)
}

/** By the parser's own rule: a no-break space is something. */
function isBlank(line: string): boolean {
  return /^[ \t]*$/.test(line)
}

type Cursor = { tokens: readonly Token[]; lines: readonly string[]; at: number }
type Container = 'quote' | 'list'

function take(cursor: Cursor): Token {
  const token = cursor.tokens[cursor.at++]
  if (!token) throw new Error('the text ended in the middle of a block')
  return token
}

/** A list counts the blank line after it as its own. */
function linesOf({ tokens, lines, at }: Cursor): [number, number] {
  const [from, end] = tokens[at]?.map ?? [0, 0]
  let to = end
  while (to > from + 1 && isBlank(lines[to - 1] ?? '')) to--
  return [from, to]
}

function readBlock(cursor: Cursor, within: readonly Container[]): Block {
  const [from] = linesOf(cursor)
  const token = take(cursor)
  switch (token.type) {
    case 'hr':
      return { type: 'break' }
    case 'heading_open':
      return readHeading(cursor, token)
    case 'blockquote_open':
      return { type: 'quote', children: readUntil(cursor, 'blockquote_close', [...within, 'quote']) }
    case 'bullet_list_open':
      return { type: 'list', start: null, items: readItems(cursor, 'bullet_list_close', within) }
    case 'ordered_list_open': {
      const start = Number(token.attrGet('start') ?? 1)
      return { type: 'list', start, items: readItems(cursor, 'ordered_list_close', within) }
    }
    default:
      return readParagraph(cursor, within, cursor.lines[from] ?? '')
  }
}

function readUntil(cursor: Cursor, end: string, within: readonly Container[]): Block[] {
  const blocks: Block[] = []
  while (cursor.tokens[cursor.at]?.type !== end) blocks.push(readBlock(cursor, within))
  cursor.at++
  return blocks
}

function readItems(cursor: Cursor, end: string, within: readonly Container[]): Block[][] {
  const items: Block[][] = []
  while (take(cursor).type !== end) items.push(readUntil(cursor, 'list_item_close', [...within, 'list']))
  return items
}

function readHeading(cursor: Cursor, { tag, markup }: Token): Block {
  const children = toInlines(runsOf(take(cursor).children ?? []))
  cursor.at++
  // Nothing but number signs: she parts her scenes that way, and no heading is meant.
  if (children.length === 0) return { type: 'p', children: [markup] }
  return { type: tag <= 'h2' ? 'h2' : 'h3', children }
}

function readParagraph(cursor: Cursor, within: readonly Container[], line: string): Block {
  const { content, children } = take(cursor)
  cursor.at++
  const figure = figureOf(content)
  if (figure) return figure
  const indent = { ...unmarked, text: indentOf(line, within, content) }
  return { type: 'p', children: toInlines([indent, ...runsOf(children ?? [])]) }
}

/** What stands before the first word of a paragraph, which the library takes away. In a list it only shows the depth. */
function indentOf(line: string, within: readonly Container[], content: string): string {
  if (within.includes('list')) return ''
  const own = within.reduce((rest) => rest.replace(/^[ \t]{0,3}> ?/, ''), line)
  const lead = (text: string) => text.length - text.trimStart().length
  return own.slice(0, Math.max(0, lead(own) - lead(content)))
}

/** A picture stands alone. Among words it is a link to itself. */
function figureOf(content: string): Figure | null {
  if (!content.startsWith('![')) return null
  const [image, ...more] = pictures.parseInline(content, {})[0]?.children ?? []
  if (image?.type !== 'image' || more.length > 0) return null
  const alt = (image.children ?? []).map((part) => (part.type === 'text' ? part.content : '')).join('')
  return { type: 'figure', src: attribute(image, 'src') ?? '', alt, caption: attribute(image, 'title') ?? '' }
}

function runsOf(tokens: readonly Token[]): Run[] {
  const runs: Run[] = []
  // Emphasis may stand in emphasis, and ends with the outer one.
  const depth = { em: 0, strong: 0 }
  let href: string | null = null
  for (const token of tokens) {
    const { type, tag, nesting } = token
    if (tag === 'em' || tag === 'strong') depth[tag] += nesting
    else if (tag === 'a') href = nesting === 1 ? attribute(token, 'href') : null
    else runs.push({ text: type === 'text' ? token.content : '\n', em: depth.em > 0, strong: depth.strong > 0, href })
  }
  return runs
}

function attribute(token: Token, name: string): string | null {
  const value = token.attrGet(name)
  return value === null ? null : String(value)
}

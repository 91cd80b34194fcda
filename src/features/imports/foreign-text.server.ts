import { DOMParser } from 'linkedom/worker'
import type { Block } from '#features/writing/contract.ts'
import { parseDocument } from '#features/writing/pasted-document.ts'
import { type Left, readHtml, type Ways } from '#features/writing/pasted-html.ts'
import { toUrl } from '#lib/url.ts'
import { tidyEmbeds } from './embeds.server.ts'

/** What of a text could not stay what it was, counted by its name. */
export type Losses = Map<string, number>

/** More than any post, and less than would keep the machine busy for minutes. */
export const longestHtml = 4_000_000

/** The text of a post as it is written here. Figures still have the addresses they had there. */
export function readForeign(html: string, linkFrom: Ways['linkFrom'], losses: Losses): Block[] {
  const document = parseDocument(html, parse)
  breakLines(document)
  tidyEmbeds(document, losses)
  const { blocks, left } = readHtml(document, { linkFrom, pictureFrom: (src) => src.trim() || null })
  for (const [name, what] of Object.entries(lost)) add(losses, what, left[name as keyof typeof lost])
  return blocks
}

const lost = {
  comments: 'comment in the margin',
  deletions: 'passage marked as deleted',
  links: 'link that leads nowhere a link may lead',
  tables: 'table, whose rows are paragraphs now',
  embedded: 'embedded thing without an address',
} as const satisfies Partial<Record<keyof Left, string>>

function add(losses: Losses, what: string, count: number) {
  if (count > 0) losses.set(what, (losses.get(what) ?? 0) + count)
}

/** Words without their marks, such as a title. */
export function plainWords(html: string): string {
  return (parse(html).documentElement.textContent ?? '').replace(/\s+/g, ' ').trim()
}

/** By a parser for servers that loads and runs nothing, as a browser's does for a clipboard. */
function parse(html: string): Document {
  // What it makes is a document of the DOM's standard, under types of its own.
  return new DOMParser().parseFromString(`<!doctype html><html><body>${html}</body></html>`, 'text/html') as never
}

/** Within this element a line end of the source is one of the text, and two end a paragraph: so some programs write. */
export const linesTag = 'text-in-lines'

const blockNames = new Set(
  'address article aside blockquote center div dl fieldset figure figcaption footer form h1 h2 h3 h4 h5 h6 header hr li ol p pre section table tbody td th tr ul iframe video audio text-in-lines'.split(
    ' ',
  ),
)
const withoutLines = 'ul, ol, table, pre, script, style, textarea'

function breakLines(document: Document) {
  for (const whole of document.querySelectorAll(linesTag)) {
    // Collected first: what is walked must not change meanwhile.
    for (const text of [...textsIn(whole)]) {
      const parent = text.parentElement
      if (!parent || parent.closest(withoutLines)?.closest(linesTag)) continue
      const isBlock = (beside: Node | null) => blockNames.has((beside ?? parent).nodeName.toLowerCase())
      let words = (text.nodeValue ?? '').replace(/\r\n?/g, '\n')
      if (isBlock(text.previousSibling)) words = words.trimStart()
      if (isBlock(text.nextSibling)) words = words.trimEnd()
      const lines = words.replace(/\n[ \t\n]*\n/g, '\n\n').split('\n')
      text.replaceWith(...lines.flatMap((line, at) => (at === 0 ? [line] : [document.createElement('br'), line])))
    }
  }
}

function* textsIn(whole: Element): Generator<Text> {
  let node: Node | null = whole
  while (node) {
    if (node.nodeType === 3) yield node as Text
    let next: Node | null = node.firstChild
    while (!next && node && node !== whole) {
      next = node.nextSibling
      if (!next) node = node.parentNode
    }
    node = next
  }
}

/** The address a link or a picture of that site has, in full where that can be said. */
export function wholeAddress(address: string, origin: string | null): URL | null {
  const text = address.trim()
  const isWhole = /^[a-z][a-z0-9+.-]*:/i.test(text)
  if (isWhole) return toUrl(text)
  if (text.startsWith('//')) return toUrl(`https:${text}`)
  try {
    return origin === null ? null : new URL(text, `${origin}/`)
  } catch {
    return null
  }
}

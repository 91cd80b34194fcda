import { oneLine } from '#lib/email.ts'
import type { PartFile } from '#server/files.ts'
import { type Archive, openArchive } from './archive.server.ts'

/** What a book says of itself. */
export type Inside = { title: string | null; authors: string | null }

/** The list of a long novel's chapters takes some ten thousand bytes. */
const longestPackage = 2 * 1024 * 1024
const longestContainer = 64 * 1024

/** What is wrong with the book, in words for its author, or what it says of itself. */
export async function lookInside(part: PartFile): Promise<{ fault: string } | Inside> {
  const archive = await openArchive(part)
  if (!archive) return { fault: 'its list of contents is damaged' }
  const container = await readXml(archive, 'META-INF/container.xml', longestContainer)
  const path = container?.find(({ name }) => name === 'rootfile')?.attributes.get('full-path')
  if (!path) return { fault: 'it does not say where the book begins (META-INF/container.xml)' }
  const tags = await readXml(archive, path, longestPackage)
  if (!tags) return { fault: `its description (${oneLine(path, 80)}) is missing or cannot be read` }
  const fault = faultOfSpine(archive, path, tags)
  return fault ? { fault } : insideOf(tags)
}

/** Every chapter in reading order must be there. */
function faultOfSpine(archive: Archive, path: string, tags: readonly Tag[]): string | null {
  const hrefById = new Map(
    tags
      .filter(({ name }) => name === 'item')
      .map(({ attributes }) => [attributes.get('id'), attributes.get('href')] as const),
  )
  const chapters = tags.filter(({ name }) => name === 'itemref').map(({ attributes }) => attributes.get('idref'))
  if (chapters.length === 0) return 'it has no chapters'
  const missing = chapters.find((id) => {
    const href = hrefById.get(id)
    return !href || !namesOf(path, href).some(archive.has)
  })
  return missing === undefined && !chapters.includes(undefined)
    ? null
    : `a chapter it names is not in it (${oneLine(hrefById.get(missing) ?? missing ?? 'without a name', 80)})`
}

/** What the ZIP may call it: some programs take the address of a chapter for its name, `%20` and all. */
function namesOf(path: string, href: string): string[] {
  const [plain = ''] = href.split('#')
  return [decode(plain), plain].map((name) => resolve(path, name))
}

/** A path beside the package document's. */
function resolve(path: string, name: string): string {
  const parts = path.split('/').slice(0, -1)
  for (const part of name.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '.' && part !== '') parts.push(part)
  }
  return parts.join('/')
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const longestTitle = 200
const mostAuthors = 3

function insideOf(tags: readonly Tag[]): Inside {
  const wordsOf = (wanted: string) => tags.filter(({ name, words }) => name === wanted && words !== '')
  const creators = wordsOf('creator').filter(({ attributes }) => (attributes.get('role') ?? 'aut') === 'aut')
  const authors = creators.slice(0, mostAuthors).map(({ words }) => words)
  return {
    title: oneLine(wordsOf('title')[0]?.words ?? '', longestTitle) || null,
    authors: oneLine(authors.join(', '), longestTitle) || null,
  }
}

/** An opening tag without its prefix, and the text up to the next tag. */
type Tag = { name: string; attributes: Map<string, string>; words: string }

async function readXml(archive: Archive, name: string, most: number): Promise<Tag[] | null> {
  const bytes = await archive.read(name, most)
  if (!bytes) return null
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const encoding = isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  return tagsIn(new TextDecoder(encoding).decode(bytes))
}

/**
 * The tags of an XML text, in one pass from the front: nothing is expanded, fetched or believed, and no text however
 * broken takes longer than its length.
 */
function tagsIn(xml: string): Tag[] {
  const tags: Tag[] = []
  let at = xml.indexOf('<')
  while (at >= 0) {
    const unread = spans.find(([open]) => xml.startsWith(open, at))
    const end = unread ? xml.indexOf(unread[1], at + unread[0].length) : endOfTag(xml, at)
    if (end < 0) return tags
    const next = xml.indexOf('<', end)
    const before = tags.at(-1)
    if (unread?.[0] === literal && before) before.words += oneLine(xml.slice(at + literal.length, end), longestTitle)
    if (!unread && xml[at + 1] !== '/') {
      tags.push(toTag(xml.slice(at + 1, end), xml.slice(end + 1, next < 0 ? end + 1 : next)))
    }
    at = next
  }
  return tags
}

const literal = '<![CDATA['
const spans: readonly (readonly [open: string, close: string])[] = [
  ['<!--', '-->'],
  [literal, ']]>'],
  ['<?', '?>'],
]

/** The `>` that is not inside quotes. */
function endOfTag(xml: string, from: number): number {
  let quote = ''
  for (let at = from; at < xml.length; at++) {
    const mark = xml.charAt(at)
    if (quote) quote = mark === quote ? '' : quote
    else if (mark === '"' || mark === "'") quote = mark
    else if (mark === '>') return at
  }
  return -1
}

function toTag(inner: string, words: string): Tag {
  const [name = ''] = inner.match(/^[^\s/]+/) ?? []
  const attributes = new Map<string, string>()
  const attribute = /\s+([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
  attribute.lastIndex = name.length
  for (let found = attribute.exec(inner); found; found = attribute.exec(inner)) {
    attributes.set(withoutPrefix(found[1] ?? ''), plain(found[2] ?? found[3] ?? ''))
  }
  return { name: withoutPrefix(name), attributes, words: oneLine(plain(words), longestTitle) }
}

const withoutPrefix = (name: string) => name.slice(name.indexOf(':') + 1)

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function plain(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (all, decimal, hex, name) => {
    if (name) return entities[name] ?? all
    const code = Number.parseInt(decimal ?? hex, decimal ? 10 : 16)
    const isText = code <= 0x10ffff && (code < 0xd800 || code > 0xdfff)
    return isText ? String.fromCodePoint(code) : ''
  })
}

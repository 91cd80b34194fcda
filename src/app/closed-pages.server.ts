import { filePaths } from '#lib/paths.ts'
import { type PageKey, pageAt } from '#lib/site-pages.ts'
import { isPageOpen, type SiteSnapshot } from '#server/site.ts'
import { wordSets } from './word-sets.server.ts'

/** What belongs to a page beside its own address, and is closed with it. */
const belongings: readonly [PageKey, readonly string[]][] = [
  ['books', ['/api/books', '/api/shelves', '/share/book']],
  ['stories', ['/api/short-stories', '/api/book-after', '/share/story']],
  ['arc', ['/api/arc']],
  ['blog', ['/api/blog', filePaths.rss, filePaths.jsonFeed, '/share/post']],
  ['contact', ['/api/contact']],
  ['press', ['/api/press']],
]

/** Whether this is of a page she has turned off: then it is answered like any address that never was. */
export function isClosed(site: SiteSnapshot, method: string, path: string): boolean {
  const key = pageAt(path) ?? ownerOf(path)
  if (key === null || isPageOpen(site, key)) return false
  // The card of the advance copy's own page is that of its book.
  if (site.arcBook && path.startsWith(`/share/book/${site.arcBook.slug}.`)) return false
  // At these addresses the desk writes; whoever may not is told so there.
  return !['/api/blog', '/api/short-stories'].some((start) => path.startsWith(start)) || isReading(method)
}

function ownerOf(path: string): PageKey | null {
  const [, name] = /^\/api\/pages\/([^/]+)$/.exec(path) ?? []
  if (name) return pageAt(wordSets.find((set) => set.name === name)?.path ?? '')
  const [, card] = /^\/share\/page\/([a-z-]+)\./.exec(path) ?? []
  if (card) return pageAt(`/${card}`)
  const found = belongings.find(([, starts]) => starts.some((start) => path === start || path.startsWith(`${start}/`)))
  return found?.[0] ?? null
}

function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

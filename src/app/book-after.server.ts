import { bookAfter } from '#features/books/book-after.ts'
import type { BookAfter } from '#features/stories/contract.ts'
import { stories } from '#features/stories/service.server.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { isPageOpen } from '#server/site.ts'

/** Where the end of a story leads: to a book of hers, by what the reader has just read. */
export function bookAfterRoute(deps: Deps): Route {
  return {
    method: 'GET',
    path: '/api/book-after/:slug',
    access: 'public',
    handle: async (c) => c.json(await findBookAfter(deps, c.req.param('slug') ?? '')),
  }
}

async function findBookAfter({ db, now, site }: Deps, slug: string): Promise<BookAfter> {
  const story = await stories.findOut(db, slug, now())
  if (!story) throw stories.notThere()
  const book = bookAfter(story.genre, site().books, site().shelves)
  if (!book || !isPageOpen(site(), 'books')) return null
  const { title, series, cover, coverAlt, caption } = book
  return { slug: book.slug, title, series, cover, coverAlt, caption }
}

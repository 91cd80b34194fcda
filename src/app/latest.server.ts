import { posts as blog } from '#features/blog/service.server.ts'
import type { Book } from '#features/books/contract.ts'
import { toCover } from '#features/books/service.server.ts'
import type { HomeShelf, Latest } from '#features/site/contract.ts'
import { stories as shelf } from '#features/stories/service.server.ts'
import { arcPath, paths } from '#lib/paths.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import type { SiteSnapshot } from '#server/site.ts'

/** The newest book, a few shelves, three stories and two posts for the home page, without their words. */
export function latestRoute(deps: Deps): Route {
  return { method: 'GET', path: '/api/latest', access: 'public', handle: async (c) => c.json(await readLatest(deps)) }
}

const mostShelves = 4
const mostOnShelf = 7

async function readLatest({ db, now, site }: Deps): Promise<Latest> {
  const stories = await shelf.listOut(db, now(), 3)
  const posts = await blog.listOut(db, now(), 2)
  return {
    newest: newestIn(site()),
    shelves: shelvesIn(site()),
    stories: stories.map(
      ({ id, slug, title, genre, description, coverImage, editoriallyReviewed, wordCount, readingMinutes }) => ({
        id,
        slug,
        title,
        genre,
        description,
        coverImage,
        editoriallyReviewed,
        wordCount,
        readingMinutes,
      }),
    ),
    posts: posts.map(({ slug, title, excerpt, publishedDate, readingMinutes }) => ({
      slug,
      title,
      excerpt,
      publishedDate,
      readingMinutes,
    })),
  }
}

function newestIn({ arcBook, books }: SiteSnapshot): Latest['newest'] {
  const [last] = books
    .filter((book) => book.publicationDate !== null)
    .sort((one, other) => (other.publicationDate ?? '').localeCompare(one.publicationDate ?? ''))
  const book = arcBook ?? last
  if (!book) return null
  const { caption, summary, firstLine, publicationDate, shops } = book
  const href = arcBook ? arcPath(book.slug) : paths.book(book.slug)
  return { ...toCover(book), caption, summary, firstLine, publicationDate, shops, href }
}

/** The longest series first; those that stand alone come last. */
function shelvesIn({ books, shelves }: SiteSnapshot): HomeShelf[] {
  const bySlug = new Map(books.map((book) => [book.slug, book]))
  const card = (book: Book) => ({ ...toCover(book), caption: book.caption })
  const weight = ({ series, books }: SiteSnapshot['shelves'][number]) => (series === null ? 0 : books.length)
  return [...shelves]
    .sort((one, other) => weight(other) - weight(one))
    .slice(0, mostShelves)
    .map(({ name, slug, pitch, books: onIt }) => ({
      name,
      slug,
      pitch,
      count: onIt.length,
      books: onIt
        .slice(0, mostOnShelf)
        .flatMap((one) => bySlug.get(one) ?? [])
        .map(card),
    }))
}

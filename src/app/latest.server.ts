import { posts as blog } from '#features/blog/service.server.ts'
import type { Book } from '#features/books/contract.ts'
import { toCover } from '#features/books/service.server.ts'
import { aboutWords } from '#features/site/about-words.ts'
import type { HomeShelf, Latest, Press } from '#features/site/contract.ts'
import { stories as shelf } from '#features/stories/service.server.ts'
import { wordsIn } from '#features/words/service.server.ts'
import type { Covered } from '#lib/cover.ts'
import { contrast, toHex, toOklch } from '#lib/oklch.ts'
import { arcPath, paths } from '#lib/paths.ts'
import type { HomeSection, PageKey } from '#lib/site-pages.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { isPageOpen, type SiteSnapshot } from '#server/site.ts'

/** The newest book, a few shelves, three stories and two posts for the home page, without their words; what she does not show there is not told. */
export function latestRoute(deps: Deps): Route {
  return { method: 'GET', path: '/api/latest', access: 'public', handle: async (c) => c.json(await readLatest(deps)) }
}

/** What the press page shows beside its own words: her biography, and every cover. */
export function pressRoute({ site }: Deps): Route {
  return {
    method: 'GET',
    path: '/api/press',
    access: 'public',
    handle: (c) => {
      const press: Press = {
        bio: wordsIn(site(), aboutWords).bio,
        books: isPageOpen(site(), 'books') ? site().books : [],
      }
      return c.json(press)
    },
  }
}

const mostShelves = 4
const mostOnShelf = 7

async function readLatest({ db, now, site }: Deps): Promise<Latest> {
  const { home, author } = site()
  const shows = (section: HomeSection, page: PageKey) => home.includes(section) && isPageOpen(site(), page)
  const stories = shows('free', 'stories') ? await shelf.listOut(db, now(), 3) : []
  const posts = shows('posts', 'blog') ? await blog.listOut(db, now(), 2) : []
  const newest = newestIn(site())
  return {
    front: author.front === 'cover' && newest ? frontOf(newest) : null,
    newest: home.includes('newest') ? newest : null,
    shelves: shows('shelves', 'books') ? shelvesIn(site()) : [],
    hasSupport: home.includes('support'),
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

/** The one that is offered ahead, else the last that has a date. */
export function newestIn(site: Pick<SiteSnapshot, 'pages' | 'arcBook' | 'books'>): Latest['newest'] {
  const { arcBook, books } = site
  const [last] = (isPageOpen(site, 'books') ? books : [])
    .filter((book) => book.publicationDate !== null)
    .sort((one, other) => (other.publicationDate ?? '').localeCompare(one.publicationDate ?? ''))
  const book = arcBook ?? last
  if (!book) return null
  const { caption, summary, firstLine, publicationDate, shops } = book
  const href = arcBook ? arcPath(book.slug) : paths.book(book.slug)
  return { ...toCover(book), caption, summary, firstLine, publicationDate, shops, href }
}

/** Its cover, on the colour most of it has, as dark as the words upon it need. */
function frontOf({ title, series, cover, coverAlt }: Covered): Latest['front'] {
  const colour = cover?.kind === 'image' ? cover.colour : null
  return { title, series, cover, coverAlt, ground: colour && darkened(colour) }
}

/** The faintest words that stand there, as the night has them. */
const faintest = '#b5aea1'

function darkened(colour: string): string {
  const { l, c, h } = toOklch(colour)
  for (let light = Math.min(l, 0.4); light > 0; light -= 0.02) {
    const ground = toHex({ l: light, c: Math.min(c, 0.09), h })
    if (contrast(ground, faintest) >= 5) return ground
  }
  return '#000000'
}

/** The longest series first; those that stand alone come last. */
function shelvesIn({ books, shelves }: SiteSnapshot): HomeShelf[] {
  const bySlug = new Map(books.map((book) => [book.slug, book]))
  const card = (book: Book) => ({ ...toCover(book), caption: book.caption })
  const weight = ({ series, books }: SiteSnapshot['shelves'][number]) => (series === null ? 0 : books.length)
  return [...shelves]
    .sort((one, other) => weight(other) - weight(one))
    .slice(0, mostShelves)
    .map(({ series, name, slug, pitch, books: onIt }) => ({
      // Beside no series there is nothing they stand apart from.
      name: series === null && shelves.length === 1 ? 'Books' : name,
      slug,
      pitch,
      count: onIt.length,
      books: onIt
        .slice(0, mostOnShelf)
        .flatMap((one) => bySlug.get(one) ?? [])
        .map(card),
    }))
}

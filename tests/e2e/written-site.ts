import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { prose } from '../support/long-prose.ts'
import { ownerAt, startOwnedSite } from './owner.ts'
import { insertRows, withDatabase } from './rows.ts'
import { test as base } from './worker.ts'

type Fields = { title: string; content: string } & Record<string, unknown>
type Added = { id: string; slug: string; version: number }

export const posts = {
  older: {
    title: 'An Older Note',
    slug: 'an-older-note',
    content: 'Short.',
    publishedDate: '2025-08-01T13:00:00Z',
  },
  quiet: {
    title: 'The Quiet Room',
    slug: 'the-quiet-room',
    excerpt: 'About a room, and what it does when nobody is in it.',
    content: `First line.\nSecond line, with  two blanks.\n\n    An indented paragraph.\n\n\nAfter two blank lines.\n${'x'.repeat(1_200)}`,
    coverImage: 'https://pictures.example/room.png',
    category: 'Behind the Books',
    tags: ['doors', 'quiet rooms'],
    isFeatured: true,
    publishedDate: '2025-09-16T13:00:00Z',
  },
  newer: {
    title: 'A Newer Note',
    slug: 'a-newer-note',
    excerpt: 'Later, and longer.',
    content: 'y'.repeat(3_001),
    category: 'Notes',
    publishedDate: '2025-10-31T23:30:00Z',
  },
} satisfies Record<string, Fields>

export const stories = {
  dish: {
    title: 'The Borrowed Dish',
    genre: 'Supernatural Suspense',
    description: 'A neighbour brings back what was never lent. The chip in the rim is in the right place.',
    content: prose(2_140),
    featured: true,
    editoriallyReviewed: true,
    reedyPromptsUrl: 'https://first.example/the-borrowed-dish',
  },
  door: {
    title: 'Company at the Side Door',
    genre: 'Psychological Suspense',
    description: 'He knocks where the family knocks, and he has never been told which door that is.',
    content: prose(900),
    publicationDate: '2025-09-01',
  },
  foil: {
    title: 'Foil, Folded Square',
    genre: 'Mystery Thriller',
    description: 'It was the only thing on the kitchen table, and it was still warm.',
    content: 'A rose\nis  a rose.\n\n* * *\n\nThe end came early.',
    publicationDate: '2025-08-01',
  },
} satisfies Record<string, Fields>

/** To go on with after a story. */
export const book = { title: 'Low Water', slug: 'low-water' }

/** The words of the story that is open, as prose() gives them: a break between scenes is drawn there. */
export function wordsShown(page: Page): Promise<string> {
  return page
    .locator('.passage > *')
    .evaluateAll((all) => all.map((one) => (one.matches('hr') ? '* * *' : one.textContent)).join('\n\n'))
}

const tables = ['posts', 'short_stories', 'slugs'] as const
type Row = Record<string, string | number | null>
type Rows = Partial<Record<(typeof tables)[number], Row[]>>

/** A site with an owner, who writes by her own calls; what she would have to write a hundred times is copied. */
async function openSite() {
  const site = await startOwnedSite()
  const owner = await ownerAt(site)
  const write = (post: Fields): Promise<Added> => owner('POST', '/api/blog', { isPublished: true, ...post })
  const add = (story: Fields): Promise<Added> =>
    owner('POST', '/api/short-stories', { publicationDate: '2025-10-03', isPublished: true, ...story })
  const rowsOf = (table: string) => withDatabase(site, (db) => db.prepare(`select * from ${table}`).all() as Row[])

  /** These rows and no others. The site draws its pages anew when something is saved, be it a draft that nobody sees. */
  async function hold(rows: Rows) {
    withDatabase(site, (db) => {
      for (const table of tables) {
        db.exec(`delete from ${table}`)
        if (rows[table]?.length) insertRows(db, table, rows[table])
      }
    })
    await write({ title: 'A draft', content: 'For nobody yet.', isPublished: false })
  }

  await owner('POST', '/api/owner/books', { title: book.title })
  for (const post of Object.values(posts)) await write(post)
  for (const story of Object.values(stories)) await add(story)
  const usual: Rows = Object.fromEntries(tables.map((table) => [table, rowsOf(table)]))

  return {
    ...site,
    write,
    rewrite: ({ id, version }: Added, post: Fields): Promise<Added> =>
      owner('PUT', `/api/blog/${id}`, { isPublished: true, ...post, version }),
    add,
    picture: (bytes: Uint8Array): Promise<{ url: string }> => owner('POST', '/api/owner/images', bytes),
    empty: () => hold({}),
    restore: () => hold(usual),
    /** So many rows like the first one, which the site itself has written, each with what is its own. */
    multiply(table: 'posts' | 'short_stories', count: number, ownOf: (index: number) => Row) {
      const [first] = rowsOf(table).filter((row) => row.is_published)
      const copies = Array.from({ length: count }, (_, index) => {
        const id = randomUUID()
        return { ...first, id, slug: id, ...ownOf(index) }
      })
      return hold({ [table]: copies })
    },
  }
}

type WrittenSite = Awaited<ReturnType<typeof openSite>>

/**
 * Playwright's test, on a site with the posts and the stories above. A test with an `emptySite` has the same one with
 * nothing in it, to fill as it likes; afterwards all is as it was.
 */
export const test = base.extend<{ emptySite: WrittenSite; site: WrittenSite }>({
  site: async ({ keep }, use) => use(await keep('written site', openSite, (site) => site.stop())),
  emptySite: async ({ site }, use) => {
    await site.empty()
    await use(site)
    await site.restore()
  },
  baseURL: ({ site }, use) => use(site.address),
})

const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
)

/** Answers for the picture host. Tells what it was asked with. */
export async function servePictures(page: Page) {
  const asked: Record<string, string>[] = []
  await page.route('https://pictures.example/**', (route) => {
    asked.push(route.request().headers())
    return route.fulfill({ body: onePixel, contentType: 'image/png' })
  })
  return asked
}

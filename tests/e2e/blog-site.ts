import { test as base, type Page } from '@playwright/test'
import { ownerAt, startOwnedSite } from './owner.ts'

type PostFields = { title: string; content: string } & Record<string, unknown>

/** A site of the test's own with an owner: its posts are the test's to write. */
export async function openBlogSite() {
  const site = await startOwnedSite()
  const owner = await ownerAt(site)
  const write = (post: PostFields): Promise<{ id: string; slug: string }> =>
    owner('POST', '/api/blog', { isPublished: true, ...post })
  return { ...site, write }
}

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
} satisfies Record<string, PostFields>

type BlogSite = Awaited<ReturnType<typeof openBlogSite>>

/** Playwright's test, on a site with the three posts above. */
export const test = base.extend<object, { site: BlogSite }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const site = await openBlogSite()
      for (const post of Object.values(posts)) await site.write(post)
      await use(site)
      await site.stop()
    },
    { scope: 'worker' },
  ],
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

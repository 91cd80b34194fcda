import { expect, test } from 'vitest'
import { furnishHouse } from '#app/sample-pack.server.ts'
import type { Post } from '#features/blog/contract.ts'
import type { Story } from '#features/stories/contract.ts'
import type { BinItem } from '#features/writing/contract.ts'
import { openDesk } from '#tests/support/content.ts'
import { seenIn } from '#tests/support/markup.ts'
import { createTestApp } from '#tests/support/test-app.ts'

async function lists(app: Awaited<ReturnType<typeof createTestApp>>) {
  const posts: Post[] = await (await app.request('/api/blog')).json()
  const stories: Story[] = await (await app.request('/api/short-stories')).json()
  return { posts, stories }
}

test('a new house has three posts and one story of each genre, marked as samples', async () => {
  const { posts, stories } = await lists(await createTestApp({ hasSamples: true }))
  expect(posts).toHaveLength(3)
  expect(new Set(stories.map((story) => story.genre)).size).toBe(5)
  for (const story of stories) {
    expect(story.wordCount).toBeGreaterThanOrEqual(600)
    expect(story.wordCount).toBeLessThanOrEqual(1_500)
    // The shelf says so.
    expect(story.readingMinutes).toBeLessThanOrEqual(10)
  }
  expect([...posts, ...stories].every((item) => item.isSample)).toBe(true)
})

test('no page but its footer speaks of samples, and none speaks to the owner', async () => {
  const app = await createTestApp({ hasSamples: true })
  const places = [
    '/',
    '/books',
    '/house-hippo-challenge',
    '/short-stories',
    '/blog',
    '/short-stories/the-wallpaper-hour',
    '/blog/seven-files-in-order',
    '/no-such-page',
  ]
  for (const path of places) {
    const html = await (await app.request(path)).text()
    const [main = '', after = ''] = html.split('</main>')
    expect(seenIn(main), path).not.toMatch(/\bSample\b|owner’s/)
    expect(seenIn(after), path).toContain('Sample site: the author and her books are fictitious too.')
    expect(seenIn(after), path).not.toContain('owner')
  }
})

test('the home page shows three of the stories with their pictures', async () => {
  const app = await createTestApp({ hasSamples: true })
  const { stories } = await lists(app)
  const html = await (await app.request('/')).text()
  const pictures = [...html.matchAll(/src="\/story-art\/([^"]+)\.svg"/g)].map(([, name]) => name)
  expect(pictures).toEqual(
    stories.slice(0, 3).map(({ id, genre }) => `${id}-${genre.toLowerCase().replaceAll(' ', '-')}`),
  )
})

async function open() {
  const app = await createTestApp({ hasSamples: true })
  const desk = await openDesk(app)
  const { posts, stories } = await lists(app)
  const remove = async (kind: string, items: { id: string }[]) => {
    const answer = await desk.owner.post(`/api/owner/samples/${kind}/remove`, { ids: items.map(({ id }) => id) })
    return { status: answer.status, removed: (await answer.json()).removed as string[] }
  }
  const bin = async (): Promise<BinItem[]> => (await desk.owner.request('/api/owner/bin')).json()
  return { app, ...desk, posts, stories, remove, bin }
}

test('sample posts go to the bin, from every page, and the sample stories stay; then the other way round', async () => {
  const { app, posts, stories, remove, bin } = await open()
  expect(await (await app.request('/blog')).text()).toContain('Seven Files')
  const first = await remove('post', posts)
  expect([first.status, first.removed.toSorted()]).toEqual([200, posts.map(({ id }) => id).sort()])
  expect(await (await app.request('/blog')).text()).not.toContain('Seven Files')
  expect(await lists(app)).toEqual({ posts: [], stories })
  expect((await remove('story', stories)).removed).toHaveLength(5)
  expect(await lists(app)).toEqual({ posts: [], stories: [] })
  expect((await bin()).filter(({ isSample }) => isSample)).toHaveLength(8)
  await furnishHouse(app.deps)
  expect(await lists(app)).toEqual({ posts: [], stories: [] })
})

test('removed samples come back out of the bin as they were', async () => {
  const { app, owner, posts, stories, remove } = await open()
  const { removed } = await remove('post', posts)
  for (const id of removed) expect((await owner.post(`/api/owner/blog/${id}/restore`)).status).toBe(200)
  expect(await lists(app)).toEqual({ posts, stories })
})

test('what the owner has touched is hers and stays, even when she asked for it as a sample', async () => {
  const { app, owner, addPost, posts, remove } = await open()
  const [first] = posts
  expect((await owner.put(`/api/blog/${first?.id}`, { ...first, title: 'Mine now' })).status).toBe(200)
  const mine = await addPost({ title: 'And this' })
  expect((await remove('post', [...posts, mine])).removed).toHaveLength(2)
  expect((await lists(app)).posts.map((post) => post.title).sort()).toEqual(['And this', 'Mine now'])
})

test('only the samples she was asked about go', async () => {
  const { app, owner, posts, remove } = await open()
  expect((await remove('post', posts.slice(0, 2))).removed).toHaveLength(2)
  expect((await lists(app)).posts).toEqual(posts.slice(2))
  for (const body of [{}, { ids: 'all' }, { ids: [7] }, { ids: Array.from({ length: 501 }, () => 'x') }]) {
    expect((await owner.post('/api/owner/samples/post/remove', body)).status).toBe(400)
  }
  expect((await owner.post('/api/owner/samples/poem/remove', { ids: [] })).status).toBe(404)
  expect(await remove('post', [])).toEqual({ status: 200, removed: [] })
})

test('a house that is not empty, or whose owner said no, gets none', async () => {
  const lived = await createTestApp()
  await (await openDesk(lived)).addPost({ title: 'Already here', isPublished: false })
  await furnishHouse(lived.deps)
  const bare = await createTestApp({ env: { SAMPLE_CONTENT: 'off' }, hasSamples: true })
  for (const app of [lived, bare]) expect(await lists(app)).toEqual({ posts: [], stories: [] })
})

test('of two nodes that start at the same instant, one furnishes the house', async () => {
  const app = await createTestApp()
  await Promise.all([furnishHouse(app.deps), furnishHouse(app.deps)])
  const { posts, stories } = await lists(app)
  expect([posts.length, stories.length]).toEqual([3, 5])
})

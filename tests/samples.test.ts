import { expect, test } from 'vitest'
import { plantSamples } from '#app/samples.server.ts'
import type { Post } from '#features/blog/contract.ts'
import type { Story } from '#features/stories/contract.ts'
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

test('they are gone at one click, from every page, and do not come back', async () => {
  const app = await createTestApp({ hasSamples: true })
  const { owner } = await openDesk(app)
  expect(await (await app.request('/blog')).text()).toContain('Seven Files')
  expect(await (await owner.request('/api/owner/samples')).json()).toEqual({ count: 8 })
  expect(await (await owner.delete('/api/owner/samples')).json()).toEqual({ count: 0 })
  expect(await (await app.request('/blog')).text()).not.toContain('Seven Files')
  expect(await lists(app)).toEqual({ posts: [], stories: [] })
  await plantSamples(app.deps)
  expect(await lists(app)).toEqual({ posts: [], stories: [] })
})

test('what the owner has touched is hers, and stays', async () => {
  const app = await createTestApp({ hasSamples: true })
  const { owner, addPost } = await openDesk(app)
  const { posts } = await lists(app)
  const [first] = posts
  expect((await owner.put(`/api/blog/${first?.id}`, { ...first, title: 'Mine now' })).status).toBe(200)
  await addPost({ title: 'And this' })
  await owner.delete('/api/owner/samples')
  expect((await lists(app)).posts.map((post) => post.title).sort()).toEqual(['And this', 'Mine now'])
})

test('a house that is not empty, or whose owner said no, gets none', async () => {
  const lived = await createTestApp()
  await (await openDesk(lived)).addPost({ title: 'Already here', isPublished: false })
  await plantSamples(lived.deps)
  const bare = await createTestApp({ env: { SAMPLE_CONTENT: 'off' }, hasSamples: true })
  for (const app of [lived, bare]) expect(await lists(app)).toEqual({ posts: [], stories: [] })
})

test('of two nodes that start at the same instant, one furnishes the house', async () => {
  const app = await createTestApp()
  await Promise.all([plantSamples(app.deps), plantSamples(app.deps)])
  const { posts, stories } = await lists(app)
  expect([posts.length, stories.length]).toEqual([3, 5])
})

test('strangers neither count nor clear them', async () => {
  const { request } = await createTestApp({ hasSamples: true })
  expect((await request('/api/owner/samples')).status).toBe(401)
  const headers = { origin: 'https://author.example' }
  expect((await request('/api/owner/samples', { method: 'DELETE', headers })).status).toBe(401)
})

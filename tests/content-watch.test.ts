import { expect, test } from 'vitest'
import { createContentWatch, seenNow, startContentWatch } from '#app/content-watch.server.ts'
import { markContentChanged } from '#server/site-facts.ts'
import { testAuthor } from '#tests/support/author.ts'
import { openDesk } from '#tests/support/content.ts'
import { createTestApp } from '#tests/support/test-app.ts'

test('a scheduled post and story appear on their pages when their time comes, and not before', async () => {
  const app = await createTestApp()
  const { addPost, addStory } = await openDesk(app)
  await addPost({ title: 'At Noon And Five', publishedDate: '2026-01-15T12:00:05Z' })
  await addStory({ title: 'Tomorrow', publicationDate: '2026-01-16' })
  const shows = async (path: string, words: string) => (await (await app.request(path)).text()).includes(words)
  expect(await shows('/blog', 'At Noon And Five')).toBe(false)
  app.passTime(4_000)
  await app.lookForNews()
  expect(await shows('/blog', 'At Noon And Five')).toBe(false)
  app.passTime(1_000)
  await app.lookForNews()
  expect([await shows('/blog', 'At Noon And Five'), await shows('/', 'At Noon And Five')]).toEqual([true, true])
  expect(await shows('/', 'Tomorrow')).toBe(false)
  app.passTime(12 * 3_600_000)
  await app.lookForNews()
  expect(await shows('/', 'Tomorrow')).toBe(true)
})

test('what another node has saved is seen at the next look', async () => {
  const app = await createTestApp()
  const { addPost } = await openDesk(app)
  const { id } = await addPost({ title: 'Before' })
  await app.lookForNews()
  expect(await (await app.request('/blog')).text()).toContain('Before')
  await app.db.updateTable('posts').set({ title: 'After' }).where('id', '=', id).execute()
  await markContentChanged(app.db, new Date())
  expect(await (await app.request('/blog')).text()).toContain('Before')
  await app.lookForNews()
  expect(await (await app.request('/blog')).text()).toContain('After')
})

test('what is saved is on the next page, also while the watch has begun to read it as well', async () => {
  const app = await createTestApp()
  const { deps } = app
  await app.db
    .updateTable('profile')
    .set({ fields: JSON.stringify({ ...testAuthor, name: 'Rosa Vale' }) })
    .execute()
  const [saved, seen] = [deps.siteChanged(), deps.siteChanged()]
  await saved
  expect(await (await app.request('/')).text()).toContain('Rosa Vale')
  await seen
})

test('what was saved while a node read the site is news to it', async () => {
  const app = await createTestApp()
  const look = createContentWatch(app.deps, await seenNow(app.deps))
  await app.db
    .updateTable('profile')
    .set({ fields: JSON.stringify({ ...testAuthor, name: 'Rosa Vale' }) })
    .execute()
  await markContentChanged(app.db, new Date())
  expect(await (await app.request('/')).text()).not.toContain('Rosa Vale')
  await look()
  expect(await (await app.request('/')).text()).toContain('Rosa Vale')
})

test('nothing is forgotten while nothing has changed', async () => {
  const app = await createTestApp()
  await app.request('/blog')
  await app.lookForNews()
  await app.lookForNews()
  expect(app.pageCache.get('/blog')).toBeDefined()
})

test('a database that does not answer is mentioned once', async () => {
  const app = await createTestApp()
  const known = await seenNow(app.deps)
  await app.db.destroy()
  const stop = startContentWatch(app.deps, known)
  await new Promise((resolve) => setTimeout(resolve, 2_300))
  stop()
  expect(app.logged.filter((line) => line.includes('cannot see whether content has changed'))).toHaveLength(1)
})

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { openDesk } from '#tests/support/content.ts'
import { ownFolder } from '#tests/support/folder.ts'
import { createTestApp } from '#tests/support/test-app.ts'

test('the server never asks for a picture or a page somebody has named', async () => {
  let visits = 0
  const canary = createServer((socket) => {
    visits++
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(canary, 'listening')
  onTestFinished(() => void canary.close())
  const address = `https://127.0.0.1:${(canary.address() as AddressInfo).port}/cover.png`

  const app = await createTestApp({ env: { DATA_DIR: ownFolder() } })
  const { addPost, addStory, setPost, owner } = await openDesk(app)
  const { id, slug } = await addPost({ coverImage: address, slug: 'a-post' })
  await addStory({ coverImage: address, reedyPromptsUrl: address, slug: 'a-story' })
  await setPost(id, { coverImage: address, slug, title: 'Again' })
  const surfaces = [
    '/',
    '/blog',
    '/blog/a-post',
    '/short-stories',
    '/short-stories/a-story',
    '/api/blog',
    '/api/blog/a-post',
    '/api/short-stories',
    '/feed.xml',
    '/feed.json',
    '/sitemap.xml',
    '/share/post/a-post.png',
    '/share/story/a-story.png',
  ]
  for (const path of surfaces) expect((await app.request(path)).status, path).toBe(200)
  expect((await owner.request('/api/owner/blog')).status).toBe(200)
  await app.work()
  expect(visits).toBe(0)
  // The canary sings for whoever comes.
  await fetch(address).catch(() => {})
  expect(visits).toBe(1)
})

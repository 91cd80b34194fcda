import { describe, expect, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import type { BinItem } from '#features/writing/contract.ts'
import { openDesk } from '#tests/support/content.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const day = 86_400_000

async function open() {
  const app = await createTestApp()
  const desk = await openDesk(app)
  const bin = async (): Promise<BinItem[]> => (await (await app.asOwner()).request('/api/owner/bin')).json()
  return { app, ...desk, bin }
}

describe('the bin', () => {
  test('holds posts and stories, the last thrown away first, and says since when and until when', async () => {
    const { app, owner, addPost, addStory, bin } = await open()
    expect(await bin()).toEqual([])
    const post = await addPost({ title: 'The Locked Drawer', content: 'Words.' })
    const story = await addStory({ title: 'The Wall', isPublished: false })
    await addPost({ title: 'Not thrown away' })
    await owner.delete(`/api/blog/${post.id}`)
    app.passTime(day)
    await (await app.asOwner()).delete(`/api/short-stories/${story.id}`)
    expect(await bin()).toEqual([
      {
        kind: 'story',
        id: story.id,
        title: 'The Wall',
        state: 'draft',
        isSample: false,
        deletedAt: '2026-01-16T12:00:00.000Z',
        goneAt: '2026-02-15T12:00:00.000Z',
      },
      {
        kind: 'post',
        id: post.id,
        title: 'The Locked Drawer',
        state: 'published',
        isSample: false,
        deletedAt: '2026-01-15T12:00:00.000Z',
        goneAt: '2026-02-14T12:00:00.000Z',
      },
    ])
  })

  test('is a room of its own, and Posts and Stories both lead there and say how much is in it', async () => {
    const { owner, addPost } = await open()
    const read = async (path: string) => (await (await owner.request(path)).text()).replaceAll(/<!--.*?-->/g, '')
    for (const path of ['/admin', '/admin/stories'])
      expect(await read(path)).toMatch(/href="\/admin\/bin"[^>]*>(<[^>]*>)?Bin</)
    const { id } = await addPost({ title: 'The Locked Drawer' })
    await owner.delete(`/api/blog/${id}`)
    for (const path of ['/admin', '/admin/stories']) expect(await read(path)).toMatch(/>Bin<[^>]*> <[^>]*>1</)
    const room = await read('/admin/bin')
    for (const words of ['The Locked Drawer', 'January 15, 2026', 'February 14, 2026']) expect(room).toContain(words)
  })

  test.each(['post', 'story'] as const)('a %s is deleted for good only out of it', async (kind) => {
    const { app, owner, addPost, addStory, bin } = await open()
    const path = kind === 'post' ? '/api/blog' : '/api/short-stories'
    const { id, slug } = kind === 'post' ? await addPost() : await addStory()
    const words = { fields: { title: 'Half' }, baseVersion: 1, writer: 'here' }
    await owner.put(`/api/owner/drafts/${kind}/${id}`, words)
    expect((await owner.delete(`/api/owner/bin/${kind}/${id}`)).status).toBe(404)
    expect((await app.request(`${path}/${slug}`)).status).toBe(200)

    await owner.delete(`${path}/${id}`)
    const other = kind === 'post' ? 'story' : 'post'
    expect((await owner.delete(`/api/owner/bin/${other}/${id}`)).status).toBe(404)
    expect((await owner.delete(`/api/owner/bin/letter/${id}`)).status).toBe(404)
    expect(await bin()).toHaveLength(1)
    expect((await owner.delete(`/api/owner/bin/${kind}/${id}`)).status).toBe(200)
    expect(await bin()).toEqual([])
    const restore = `/api/owner/${kind === 'post' ? 'blog' : 'short-stories'}/${id}/restore`
    expect((await owner.post(restore)).status).toBe(404)
    expect(await (await owner.request(`/api/owner/drafts/${kind}/${id}`)).json()).toBeNull()
    const everything = JSON.stringify([
      await app.db.selectFrom('slugs').selectAll().execute(),
      await app.db.selectFrom('working_copies').selectAll().execute(),
    ])
    expect(everything).not.toContain(id)
  })

  test.each([
    ['post', '/api/blog', 'blog'],
    ['story', '/api/short-stories', 'short-stories'],
  ] as const)(
    'a %s whose address is taken meanwhile stays in it, and she is told what to do',
    async (_, path, name) => {
      const { owner, addPost, addStory, bin } = await open()
      const add = name === 'blog' ? addPost : addStory
      const { id, slug } = await add()
      await owner.delete(`${path}/${id}`)
      await add({ title: 'The next tenant', slug })
      const refused = await owner.post(`/api/owner/${name}/${id}/restore`)
      expect([refused.status, (await refused.json()).message]).toEqual([
        409,
        `“The next tenant” now has the address “${slug}”. Give it another one, then restore this.`,
      ])
      expect(await bin()).toHaveLength(1)
    },
  )

  test('what is taken out a moment before its time is up is not swept away', async () => {
    const { app, owner, addPost, bin } = await open()
    const { id, slug } = await addPost()
    await owner.delete(`/api/blog/${id}`)
    app.passTime(30 * day + 1_000)
    await (await app.asOwner()).post(`/api/owner/blog/${id}/restore`)
    await keepHouse(app.deps)
    expect([await bin(), (await app.request(`/api/blog/${slug}`)).status]).toEqual([[], 200])
  })
})

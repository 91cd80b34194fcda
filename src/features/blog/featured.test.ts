import { describe, expect, test } from 'vitest'
import { openBlog } from '#tests/support/blog.ts'
import type { OwnerPost } from './contract.ts'

const day = 86_400_000

async function open() {
  const blog = await openBlog()
  /** Marked as readers find them, and as the owner does. */
  const marked = async () => {
    const owned: OwnerPost[] = await (await (await blog.asOwner()).request('/api/owner/blog')).json()
    const titles = (posts: { title: string; isFeatured: boolean }[]) =>
      posts.filter(({ isFeatured }) => isFeatured).map(({ title }) => title)
    return { readers: titles(await blog.list()), owner: titles(owned).sort() }
  }
  return { ...blog, marked }
}

describe('the featured post', () => {
  test('is one: the last that was marked, even if it is the older one', async () => {
    const { create, owner, marked } = await open()
    const first = await create({ title: 'First', isFeatured: true })
    expect(first.isFeatured).toBe(true)
    const second = await create({ title: 'Second', isFeatured: true, publishedDate: '2025-01-01' })
    expect(second.isFeatured).toBe(true)
    expect(await marked()).toEqual({ readers: ['Second'], owner: ['Second'] })
    const again = await owner.put(`/api/blog/${first.id}`, { ...first, isFeatured: true })
    expect((await again.json()).isFeatured).toBe(true)
    expect(await marked()).toEqual({ readers: ['First'], owner: ['First'] })
    await owner.put(`/api/blog/${first.id}`, { ...first, version: 2, isFeatured: false })
    expect(await marked()).toEqual({ readers: [], owner: [] })
  })

  test('keeps its place until a scheduled one that is marked comes out', async () => {
    const { create, marked, passTime, request } = await open()
    await create({ title: 'Now', isFeatured: true })
    await create({ title: 'Tomorrow', isFeatured: true, publishedDate: '2026-01-16' })
    await create({ title: 'Some day', isFeatured: true, isPublished: false })
    expect(await marked()).toEqual({ readers: ['Now'], owner: ['Now', 'Some day', 'Tomorrow'] })
    passTime(day)
    expect(await marked()).toEqual({ readers: ['Tomorrow'], owner: ['Some day', 'Tomorrow'] })
    expect((await (await request('/api/blog/now')).json()).isFeatured).toBe(false)
    expect((await (await request('/api/blog/tomorrow')).json()).isFeatured).toBe(true)
  })

  test('does not lose its place to an older one that comes back out of the bin', async () => {
    const { create, owner, marked } = await open()
    const { id } = await create({ title: 'Thrown away', isFeatured: true })
    await owner.delete(`/api/blog/${id}`)
    await create({ title: 'Its heir', isFeatured: true, publishedDate: '2025-01-01' })
    await owner.post(`/api/owner/blog/${id}/restore`)
    expect(await marked()).toEqual({ readers: ['Its heir'], owner: ['Its heir'] })
  })

  test('of two that were marked before there was a rule, the newer counts', async () => {
    const { create, db, marked } = await open()
    await create({ title: 'Older', publishedDate: '2025-01-01' })
    await create({ title: 'Newer', publishedDate: '2025-02-01' })
    await db.updateTable('posts').set({ is_featured: 1 }).execute()
    expect(await marked()).toEqual({ readers: ['Newer'], owner: ['Newer'] })
  })
})

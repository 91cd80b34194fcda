import { describe, expect, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import { aPost, faultsOf, openBlog } from '#tests/support/blog.ts'
import type { OwnerPost } from './contract.ts'

describe('changing a post', () => {
  test('an update changes everything and counts', async () => {
    const { create, owner, read, passTime } = await openBlog()
    const { id, slug } = await create({ tags: ['old'], category: 'Old' })
    passTime(60_000)
    const response = await owner.put(
      `/api/blog/${id}`,
      aPost({ title: 'Another', slug, content: 'Other words.', version: 1 }),
    )
    expect([response.status, (await response.json()).version]).toEqual([200, 2])
    expect(await read(slug)).toMatchObject({
      title: 'Another',
      content: 'Other words.',
      category: null,
      tags: [],
      createdAt: '2026-01-15T12:00:00.000Z',
      updatedAt: '2026-01-15T12:01:00.000Z',
    })
  })

  test('a correction does not publish a post again', async () => {
    const { create, owner, passTime } = await openBlog()
    const { id, publishedDate } = await create()
    passTime(3_600_000)
    const again = await (await owner.put(`/api/blog/${id}`, aPost({ content: 'Mended.' }))).json()
    expect(again.publishedDate).toBe(publishedDate)
  })

  test('a scheduled post that loses its date is out now', async () => {
    const { create, owner, list } = await openBlog()
    const { id } = await create({ publishedDate: '2030-01-01' })
    expect(await list()).toEqual([])
    const now = await (await owner.put(`/api/blog/${id}`, aPost())).json()
    expect([now.state, now.publishedDate]).toEqual(['published', '2026-01-15T12:00:00.000Z'])
    expect(await list()).toHaveLength(1)
  })

  test('unpublishing takes a post away at once', async () => {
    const { create, owner, list, request } = await openBlog()
    const { id, slug } = await create()
    expect(await list()).toHaveLength(1)
    await owner.put(`/api/blog/${id}`, aPost({ isPublished: false }))
    expect([await list(), (await request(`/api/blog/${slug}`)).status]).toEqual([[], 404])
  })

  test('whoever saves an older version is told when it changed, and changes nothing', async () => {
    const { create, owner, read, passTime } = await openBlog()
    const { id, slug } = await create()
    passTime(1_000)
    await owner.put(`/api/blog/${id}`, aPost({ content: 'From the phone.', version: 1 }))
    const late = await faultsOf(await owner.put(`/api/blog/${id}`, aPost({ content: 'From the desk.', version: 1 })))
    expect(late).toMatchObject({ status: 409, fields: { version: '2026-01-15T12:00:01.000Z' } })
    expect((await read(slug)).content).toBe('From the phone.')
  })

  test('of two saves of the same version at the same instant, one is told', async () => {
    const { create, owner } = await openBlog()
    const { id } = await create()
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((content) => owner.put(`/api/blog/${id}`, aPost({ content, version: 1 }))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('a post that is not there cannot be changed, deleted or taken out of the bin', async () => {
    const { owner } = await openBlog()
    expect((await owner.put('/api/blog/nobody', aPost())).status).toBe(404)
    expect((await owner.delete('/api/blog/nobody')).status).toBe(404)
    expect((await owner.post('/api/owner/blog/nobody/restore')).status).toBe(404)
    expect((await owner.request('/api/owner/blog/nobody')).status).toBe(404)
  })

  test('the owner lists drafts, scheduled and published posts, each with its state', async () => {
    const { create, owner } = await openBlog()
    await create({ title: 'Out' })
    await create({ title: 'Later', publishedDate: '2027-01-01' })
    await create({ title: 'Draft', isPublished: false })
    const posts: OwnerPost[] = await (await owner.request('/api/owner/blog')).json()
    expect(Object.fromEntries(posts.map(({ title, state }) => [title, state]))).toEqual({
      Out: 'published',
      Later: 'scheduled',
      Draft: 'draft',
    })
  })
})

describe('the bin', () => {
  test('a deleted post is gone for everybody, and comes back whole', async () => {
    const { create, owner, list, read } = await openBlog()
    const { id, slug } = await create({ tags: ['kept'] })
    expect((await owner.delete(`/api/blog/${id}`)).status).toBe(200)
    expect([await list(), await (await owner.request('/api/owner/blog')).json()]).toEqual([[], []])
    expect((await owner.put(`/api/blog/${id}`, aPost())).status).toBe(404)
    expect((await owner.post(`/api/owner/blog/${id}/restore`)).status).toBe(200)
    expect(await read(slug)).toMatchObject({ id, tags: ['kept'] })
  })

  test('the address of a deleted post is free, and a post whose address is taken meanwhile stays in the bin', async () => {
    const { create, owner, read } = await openBlog()
    const { id, slug } = await create()
    await owner.delete(`/api/blog/${id}`)
    await create({ title: 'The next tenant', slug })
    expect((await owner.post(`/api/owner/blog/${id}/restore`)).status).toBe(409)
    expect((await read(slug)).title).toBe('The next tenant')
  })

  test('it can be taken out for thirty days, and then it is gone for good', async () => {
    const { create, asOwner, deps, passTime } = await openBlog()
    const { id } = await create()
    const restoreAfter = async (days: number) => {
      await (await asOwner()).delete(`/api/blog/${id}`)
      passTime(days * 86_400_000)
      await keepHouse(deps)
      return (await (await asOwner()).post(`/api/owner/blog/${id}/restore`)).status
    }
    expect(await restoreAfter(29)).toBe(200)
    expect(await restoreAfter(31)).toBe(404)
  })
})

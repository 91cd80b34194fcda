import { describe, expect, test } from 'vitest'
import { aPost, faultsOf, openBlog } from '#tests/support/blog.ts'

describe('what readers get', () => {
  test('the list holds every published post, the newest first, with all its fields', async () => {
    const { create, list } = await openBlog()
    await create({ title: 'Older', publishedDate: '2025-03-01' })
    const { id } = await create({
      title: 'Newer',
      excerpt: 'In short.',
      coverImage: 'https://pictures.example/a.jpg',
      category: 'Notes',
      tags: ['one', 'two'],
      isFeatured: true,
      publishedDate: '2025-04-01',
    })
    const posts = await list()
    expect(posts.map((post) => post.title)).toEqual(['Newer', 'Older'])
    expect(posts[0]).toEqual({
      id,
      title: 'Newer',
      slug: 'newer',
      excerpt: 'In short.',
      content: 'First line.\n\n  Indented.\tTabbed.\n',
      format: 'prose',
      coverImage: 'https://pictures.example/a.jpg',
      category: 'Notes',
      tags: ['one', 'two'],
      isPublished: true,
      isFeatured: true,
      publishedDate: '2025-04-01T00:00:00.000Z',
      createdAt: '2026-01-15T12:00:00.000Z',
      updatedAt: '2026-01-15T12:00:00.000Z',
      readingMinutes: 1,
      isSample: false,
    })
  })

  test('one post is found by its slug, with the older and the newer one beside it', async () => {
    const { create, read } = await openBlog()
    for (const [title, publishedDate] of [
      ['One', '2025-01-01'],
      ['Two', '2025-01-02'],
      ['Three', '2025-01-02'],
      ['Four', '2025-01-03'],
    ])
      await create({ title, publishedDate })
    await create({ title: 'A draft', isPublished: false, publishedDate: '2025-01-02' })
    const walk = async (slug: string) => {
      const { previous, next } = await read(slug)
      return [previous?.slug ?? null, next?.slug ?? null]
    }
    expect(await walk('one')).toEqual([null, (await read('one')).next?.slug])
    expect(await walk('four')).toEqual([expect.stringMatching(/two|three/), null])
    // Two of the same moment: each stands between its neighbours, and the walk meets all four.
    const met: string[] = []
    for (let slug: string | undefined = 'one'; slug; slug = (await read(slug)).next?.slug) met.push(slug)
    expect([...met].sort()).toEqual(['four', 'one', 'three', 'two'])
    expect([met[0], met[3]]).toEqual(['one', 'four'])
  })

  test('reading time is content length divided by 1000, rounded up', async () => {
    const { create } = await openBlog()
    const minutes = async (length: number) =>
      (await create({ title: `Post ${length}`, content: 'x'.repeat(length) })).readingMinutes
    expect([await minutes(1), await minutes(1_000), await minutes(1_001), await minutes(2_500)]).toEqual([1, 1, 2, 3])
  })

  test('a draft is nowhere', async () => {
    const { create, list, request } = await openBlog()
    const { slug } = await create({ isPublished: false })
    expect(await list()).toEqual([])
    expect((await request(`/api/blog/${slug}`)).status).toBe(404)
  })

  test('a date in the future hides a post until then, from the very moment on', async () => {
    const { create, list, request, passTime, lookForNews } = await openBlog()
    const { slug, state } = await create({ publishedDate: '2026-01-15T12:00:10Z' })
    expect(state).toBe('scheduled')
    passTime(9_999)
    await lookForNews()
    expect([(await list()).length, (await request(`/api/blog/${slug}`)).status]).toEqual([0, 404])
    passTime(1)
    await lookForNews()
    expect([(await list()).length, (await request(`/api/blog/${slug}`)).status]).toEqual([1, 200])
  })

  test('the owner sees no more than others at a public address', async () => {
    const { create, owner, request } = await openBlog()
    const { slug } = await create({ isPublished: false })
    expect(await (await owner.request('/api/blog')).text()).toBe(await (await request('/api/blog')).text())
    expect((await owner.request(`/api/blog/${slug}`)).status).toBe(404)
  })
})

describe('addresses', () => {
  test('a slug that is taken answers 409 and says so at the field', async () => {
    const { create, owner } = await openBlog()
    await create({ slug: 'taken' })
    const { status, message, fields } = await faultsOf(await owner.post('/api/blog', aPost({ slug: 'taken' })))
    expect(status).toBe(409)
    expect(message).toContain('“taken”')
    expect(fields).toEqual({ slug: 'Another post already has this address' })
  })

  test('of two posts that come with one slug at the same instant, one gets it', async () => {
    const { owner, list } = await openBlog()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => owner.post('/api/blog', aPost({ title: `Post ${index}`, slug: 'one' }))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
    expect(await list()).toHaveLength(1)
  })

  test('of one who goes back to an old slug and one who takes it at the same instant, one gets it', async () => {
    const { create, owner, list } = await openBlog()
    for (let round = 0; round < 5; round++) {
      const slug = `address-${round}`
      const { id } = await create({ title: `Mover ${round}`, slug })
      await owner.put(`/api/blog/${id}`, aPost({ slug: `elsewhere-${round}` }))
      await Promise.all([
        owner.put(`/api/blog/${id}`, aPost({ slug })),
        owner.post('/api/blog', aPost({ title: `Other ${round}`, slug })),
      ])
      expect((await list()).filter((post) => post.slug === slug)).toHaveLength(1)
    }
  })

  test('a changed slug leads on from the old one, however often it changed', async () => {
    const { create, owner, request } = await openBlog()
    const { id } = await create({ slug: 'first' })
    await owner.put(`/api/blog/${id}`, aPost({ slug: 'second' }))
    await owner.put(`/api/blog/${id}`, aPost({ slug: 'third' }))
    for (const slug of ['first', 'second']) {
      const response = await request(`/api/blog/${slug}`)
      expect([response.status, response.headers.get('location')]).toEqual([308, '/api/blog/third'])
    }
    expect((await request('/api/blog/third')).status).toBe(200)
  })

  test('an address left behind may be taken, and then leads to its new holder', async () => {
    const { create, owner, read } = await openBlog()
    const { id } = await create({ slug: 'first' })
    await owner.put(`/api/blog/${id}`, aPost({ slug: 'second' }))
    await create({ title: 'The other one', slug: 'first' })
    expect((await read('first')).title).toBe('The other one')
  })

  test('nothing leads from an old slug to a post that is not out', async () => {
    const { create, owner, request } = await openBlog()
    const { id } = await create({ slug: 'first' })
    await owner.put(`/api/blog/${id}`, aPost({ slug: 'second', isPublished: false }))
    expect((await request('/api/blog/first')).status).toBe(404)
  })
})

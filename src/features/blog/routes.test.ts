import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import type { OwnerPost, Post, PostInPlace } from './contract.ts'

const aPost = (more: Record<string, unknown> = {}) => ({
  title: 'The Quiet Room',
  content: 'First line.\n\n  Indented.\tTabbed.\n',
  isPublished: true,
  ...more,
})

async function open() {
  const app = await createTestApp()
  const owner = await app.asOwner()
  return {
    ...app,
    owner,
    async create(more: Record<string, unknown> = {}): Promise<OwnerPost> {
      const response = await owner.post('/api/blog', aPost(more))
      expect(response.status).toBe(201)
      return response.json()
    },
    list: async (): Promise<Post[]> => (await app.request('/api/blog')).json(),
    read: async (slug: string): Promise<PostInPlace> => (await app.request(`/api/blog/${slug}`)).json(),
  }
}

async function faultsOf(response: Response) {
  const { status } = response
  const { message, fields } = await response.json()
  return { status, message, fields }
}

describe('what readers get', () => {
  test('the list holds every published post, the newest first, with all its fields', async () => {
    const { create, list } = await open()
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
    const { create, read } = await open()
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
    const { create } = await open()
    const minutes = async (length: number) =>
      (await create({ title: `Post ${length}`, content: 'x'.repeat(length) })).readingMinutes
    expect([await minutes(1), await minutes(1_000), await minutes(1_001), await minutes(2_500)]).toEqual([1, 1, 2, 3])
  })

  test('a draft is nowhere', async () => {
    const { create, list, request } = await open()
    const { slug } = await create({ isPublished: false })
    expect(await list()).toEqual([])
    expect((await request(`/api/blog/${slug}`)).status).toBe(404)
  })

  test('a date in the future hides a post until then, from the very moment on', async () => {
    const { create, list, request, passTime, lookForNews } = await open()
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
    const { create, owner, request } = await open()
    const { slug } = await create({ isPublished: false })
    expect(await (await owner.request('/api/blog')).text()).toBe(await (await request('/api/blog')).text())
    expect((await owner.request(`/api/blog/${slug}`)).status).toBe(404)
  })
})

describe('writing a post', () => {
  test.each([
    ['no title', { title: '' }, 'title', 'Title is required'],
    ['a title of blanks', { title: ' \n ' }, 'title', 'Title is required'],
    ['a title that is no text', { title: 7 }, 'title', 'Title is required'],
    ['no content', { content: '' }, 'content', 'Content is required'],
    ['content of blanks', { content: ' \n\t' }, 'content', 'Content is required'],
    ['a NUL', { content: 'a\0b' }, 'content', 'Content has characters that cannot be kept'],
    ['half a surrogate pair', { title: 'a\ud800b' }, 'title', 'Title has characters that cannot be kept'],
    ['a title too long', { title: 'x'.repeat(201) }, 'title', 'Title must be at most 200 characters'],
    ['a script for a cover', { coverImage: 'javascript:alert(1)' }, 'coverImage', expect.stringContaining('https')],
    ['a cover by plain http', { coverImage: 'http://a.example/b.png' }, 'coverImage', expect.any(String)],
    ['a cover with a password', { coverImage: 'https://me:pw@a.example/b.png' }, 'coverImage', expect.any(String)],
    ['tags as text', { tags: 'a, b' }, 'tags', 'Tags must be a list of words'],
    ['tags that are no words', { tags: [1] }, 'tags', 'Tags must be words'],
    ['a date that is none', { publishedDate: 'soon' }, 'publishedDate', 'Published Date must be a date'],
    ['February 30', { publishedDate: '2026-02-30' }, 'publishedDate', 'Published Date must be a date'],
    ['the year 10000', { publishedDate: '9999-12-31T23:59:59-12:00' }, 'publishedDate', expect.any(String)],
    ['a slug with capitals', { slug: 'Quiet' }, 'slug', expect.stringContaining('lower-case')],
    ['a slug with two hyphens', { slug: 'a--b' }, 'slug', expect.stringContaining('single hyphens')],
    ['a slug that climbs', { slug: '../admin' }, 'slug', expect.any(String)],
    ['a yes that is a word', { isPublished: 'yes' }, 'isPublished', expect.any(String)],
    ['a version no database holds', { version: 2 ** 40 }, 'version', expect.any(String)],
  ])('%s is refused, with a word at the field', async (_name, fault, field, words) => {
    const { owner, list } = await open()
    const { status, message, fields } = await faultsOf(await owner.post('/api/blog', aPost(fault)))
    expect([status, message]).toEqual([400, words])
    expect(fields).toEqual({ [field]: words })
    expect(await list()).toEqual([])
  })

  test('nothing but title and content has to be there', async () => {
    const { owner } = await open()
    const response = await owner.post('/api/blog', { title: 'Bare', content: 'Words.' })
    expect(await response.json()).toMatchObject({
      slug: 'bare',
      excerpt: null,
      coverImage: null,
      category: null,
      tags: [],
      isPublished: false,
      isFeatured: false,
      publishedDate: null,
      state: 'draft',
      version: 1,
    })
  })

  test('what is left empty is kept as null, and tags lose their blanks and doubles', async () => {
    const { create } = await open()
    const post = await create({
      slug: '',
      excerpt: ' ',
      coverImage: '',
      category: '',
      publishedDate: '',
      tags: [' dread ', '', ' ', 'doors', 'dread', 'one, two,'],
      isPublished: false,
    })
    expect(post).toMatchObject({
      slug: 'the-quiet-room',
      excerpt: null,
      coverImage: null,
      category: null,
      publishedDate: null,
      tags: ['dread', 'doors', 'one', 'two'],
    })
  })

  test.each([
    ['The Quiet Room', 'the-quiet-room'],
    ['  --Ça va?!  "Not"  really… ', 'a-va-not-really'],
    ['100% of 92', '100-of-92'],
  ])('without a slug, “%s” stands at %s', async (title, slug) => {
    expect((await (await open()).create({ title })).slug).toBe(slug)
  })

  test('a title without a letter for an address gets one of its id', async () => {
    const { create } = await open()
    const { id, slug } = await create({ title: '沈黙の部屋' })
    expect(slug).toBe(`post-${id}`)
  })

  test('a published post without a date gets the moment of publishing', async () => {
    const { create } = await open()
    expect((await create()).publishedDate).toBe('2026-01-15T12:00:00.000Z')
  })

  test('a date is read in its own zone, or else in UTC', async () => {
    const { create } = await open()
    const dateOf = async (publishedDate: string) =>
      (await create({ title: publishedDate, publishedDate })).publishedDate
    expect(await dateOf('2025-11-01')).toBe('2025-11-01T00:00:00.000Z')
    expect(await dateOf('2025-11-01T09:30')).toBe('2025-11-01T09:30:00.000Z')
    expect(await dateOf('2025-11-01T09:30:15-04:00')).toBe('2025-11-01T13:30:15.000Z')
  })

  test('what nobody asked for is not kept: no id, no time, no mark of a sample', async () => {
    const { create } = await open()
    const post = await create({ id: 'mine', createdAt: '1999-01-01', isSample: true, state: 'published', role: 'x' })
    expect(post.id).not.toBe('mine')
    expect(post).toMatchObject({ createdAt: '2026-01-15T12:00:00.000Z', isSample: false })
    expect(post).not.toHaveProperty('role')
  })

  test('an upload of ours is kept by its path, whichever name the browser knew the site by', async () => {
    const { create } = await open()
    const covers = ['/images/abc', 'https://author.example/images/abc', 'http://localhost:3000/images/abc']
    for (const [index, coverImage] of covers.entries()) {
      expect((await create({ title: `Post ${index}`, coverImage })).coverImage).toBe('/images/abc')
    }
  })

  test('whoever is not signed in writes, changes, deletes and lists nothing', async () => {
    const { create, post, request, list } = await open()
    const { id } = await create()
    const asStranger = (method: string, path: string) =>
      request(path, {
        method,
        body: JSON.stringify(aPost({ title: 'Mine' })),
        headers: { origin: 'https://author.example' },
      })
    expect((await post('/api/blog', aPost())).status).toBe(401)
    expect((await asStranger('PUT', `/api/blog/${id}`)).status).toBe(401)
    expect((await asStranger('DELETE', `/api/blog/${id}`)).status).toBe(401)
    expect((await asStranger('POST', `/api/owner/blog/${id}/restore`)).status).toBe(401)
    expect((await request('/api/owner/blog')).status).toBe(401)
    expect((await request(`/api/owner/blog/${id}`)).status).toBe(401)
    expect((await list()).map((each) => each.title)).toEqual(['The Quiet Room'])
  })
})

describe('addresses', () => {
  test('a slug that is taken answers 409 and says so at the field', async () => {
    const { create, owner } = await open()
    await create({ slug: 'taken' })
    const { status, message, fields } = await faultsOf(await owner.post('/api/blog', aPost({ slug: 'taken' })))
    expect(status).toBe(409)
    expect(message).toContain('“taken”')
    expect(fields).toEqual({ slug: 'Another post already has this address' })
  })

  test('of two posts that come with one slug at the same instant, one gets it', async () => {
    const { owner, list } = await open()
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => owner.post('/api/blog', aPost({ title: `Post ${index}`, slug: 'one' }))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
    expect(await list()).toHaveLength(1)
  })

  test('of one who goes back to an old slug and one who takes it at the same instant, one gets it', async () => {
    const { create, owner, list } = await open()
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
    const { create, owner, request } = await open()
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
    const { create, owner, read } = await open()
    const { id } = await create({ slug: 'first' })
    await owner.put(`/api/blog/${id}`, aPost({ slug: 'second' }))
    await create({ title: 'The other one', slug: 'first' })
    expect((await read('first')).title).toBe('The other one')
  })

  test('nothing leads from an old slug to a post that is not out', async () => {
    const { create, owner, request } = await open()
    const { id } = await create({ slug: 'first' })
    await owner.put(`/api/blog/${id}`, aPost({ slug: 'second', isPublished: false }))
    expect((await request('/api/blog/first')).status).toBe(404)
  })
})

describe('changing a post', () => {
  test('an update changes everything and counts', async () => {
    const { create, owner, read, passTime } = await open()
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
    const { create, owner, passTime } = await open()
    const { id, publishedDate } = await create()
    passTime(3_600_000)
    const again = await (await owner.put(`/api/blog/${id}`, aPost({ content: 'Mended.' }))).json()
    expect(again.publishedDate).toBe(publishedDate)
  })

  test('a scheduled post that loses its date is out now', async () => {
    const { create, owner, list } = await open()
    const { id } = await create({ publishedDate: '2030-01-01' })
    expect(await list()).toEqual([])
    const now = await (await owner.put(`/api/blog/${id}`, aPost())).json()
    expect([now.state, now.publishedDate]).toEqual(['published', '2026-01-15T12:00:00.000Z'])
    expect(await list()).toHaveLength(1)
  })

  test('unpublishing takes a post away at once', async () => {
    const { create, owner, list, request } = await open()
    const { id, slug } = await create()
    expect(await list()).toHaveLength(1)
    await owner.put(`/api/blog/${id}`, aPost({ isPublished: false }))
    expect([await list(), (await request(`/api/blog/${slug}`)).status]).toEqual([[], 404])
  })

  test('whoever saves an older version is told when it changed, and changes nothing', async () => {
    const { create, owner, read, passTime } = await open()
    const { id, slug } = await create()
    passTime(1_000)
    await owner.put(`/api/blog/${id}`, aPost({ content: 'From the phone.', version: 1 }))
    const late = await faultsOf(await owner.put(`/api/blog/${id}`, aPost({ content: 'From the desk.', version: 1 })))
    expect(late).toMatchObject({ status: 409, fields: { version: '2026-01-15T12:00:01.000Z' } })
    expect((await read(slug)).content).toBe('From the phone.')
  })

  test('of two saves of the same version at the same instant, one is told', async () => {
    const { create, owner } = await open()
    const { id } = await create()
    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((content) => owner.put(`/api/blog/${id}`, aPost({ content, version: 1 }))),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409])
  })

  test('a post that is not there cannot be changed, deleted or taken out of the bin', async () => {
    const { owner } = await open()
    expect((await owner.put('/api/blog/nobody', aPost())).status).toBe(404)
    expect((await owner.delete('/api/blog/nobody')).status).toBe(404)
    expect((await owner.post('/api/owner/blog/nobody/restore')).status).toBe(404)
    expect((await owner.request('/api/owner/blog/nobody')).status).toBe(404)
  })

  test('the owner lists drafts, scheduled and published posts, each with its state', async () => {
    const { create, owner } = await open()
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
    const { create, owner, list, read } = await open()
    const { id, slug } = await create({ tags: ['kept'] })
    expect((await owner.delete(`/api/blog/${id}`)).status).toBe(200)
    expect([await list(), await (await owner.request('/api/owner/blog')).json()]).toEqual([[], []])
    expect((await owner.put(`/api/blog/${id}`, aPost())).status).toBe(404)
    expect((await owner.post(`/api/owner/blog/${id}/restore`)).status).toBe(200)
    expect(await read(slug)).toMatchObject({ id, tags: ['kept'] })
  })

  test('the address of a deleted post is free, and a post whose address is taken meanwhile stays in the bin', async () => {
    const { create, owner, read } = await open()
    const { id, slug } = await create()
    await owner.delete(`/api/blog/${id}`)
    await create({ title: 'The next tenant', slug })
    expect((await owner.post(`/api/owner/blog/${id}/restore`)).status).toBe(409)
    expect((await read(slug)).title).toBe('The next tenant')
  })

  test('it can be taken out for thirty days, and then it is gone for good', async () => {
    const { create, asOwner, deps, passTime } = await open()
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

describe('whatever comes in', () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('\0', '\ud800', '\u202e', '2'.repeat(300), '%00', "'; drop table posts; --", '../../etc'),
    fc.anything({ maxDepth: 2 }),
    fc.date({ noInvalidDate: false }).map(String),
    fc.integer(),
  )
  const body = fc.record(
    Object.fromEntries(
      [
        'title',
        'slug',
        'excerpt',
        'content',
        'coverImage',
        'category',
        'tags',
        'isPublished',
        'isFeatured',
        'publishedDate',
        'version',
        '__proto__',
      ].map((name) => [name, hostile]),
    ),
    { requiredKeys: [] },
  )

  test('2,000 generated bodies make no call fail', async () => {
    const { owner, create, logged } = await open()
    const { id } = await create()
    await fc.assert(
      fc.asyncProperty(body, fc.boolean(), async (input, isNew) => {
        const words = isNew ? input : { ...aPost(), ...input }
        const created = await owner.post('/api/blog', words)
        const updated = await owner.put(`/api/blog/${id}`, words)
        expect([201, 400, 409]).toContain(created.status)
        expect([200, 400, 409]).toContain(updated.status)
      }),
      { numRuns: 2_000 },
    )
    expect(logged).toEqual([])
  }, 240_000)

  test('2,000 generated slugs and ids make no call fail', async () => {
    const { owner, request, logged } = await open()
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }), async (text) => {
        const name = encodeURIComponent(text)
        for (const response of [await request(`/api/blog/${name}`), await owner.request(`/api/owner/blog/${name}`)]) {
          expect([200, 308, 404]).toContain(response.status)
        }
      }),
      { numRuns: 2_000 },
    )
    expect(logged).toEqual([])
  }, 240_000)

  test.each(['', '[]', 'null', '"x"', '{', '{"title":'])('a body of %s is the caller’s mistake', async (text) => {
    const { owner } = await open()
    const response = await owner.request('/api/blog', { method: 'POST', body: text })
    expect(response.status).toBe(400)
  })

  test('a post of half a million characters is kept whole, one of a character more is refused', async () => {
    const { create, owner, read } = await open()
    const content = '“é—\n'.repeat(125_000)
    const { slug } = await create({ content })
    expect((await read(slug)).content).toBe(content)
    expect((await owner.post('/api/blog', aPost({ title: 'More', content: `${content}x` }))).status).toBe(400)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { aPost, faultsOf, openBlog } from '#tests/support/blog.ts'
import { runs } from '#tests/support/long-run.ts'

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
    const { owner, list } = await openBlog()
    const { status, message, fields } = await faultsOf(await owner.post('/api/blog', aPost(fault)))
    expect([status, message]).toEqual([400, words])
    expect(fields).toEqual({ [field]: words })
    expect(await list()).toEqual([])
  })

  test('nothing but title and content has to be there', async () => {
    const { owner } = await openBlog()
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
    const { create } = await openBlog()
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
    expect((await (await openBlog()).create({ title })).slug).toBe(slug)
  })

  test('a title without a letter for an address gets one of its id', async () => {
    const { create } = await openBlog()
    const { id, slug } = await create({ title: '沈黙の部屋' })
    expect(slug).toBe(`post-${id}`)
  })

  test('a published post without a date gets the moment of publishing', async () => {
    const { create } = await openBlog()
    expect((await create()).publishedDate).toBe('2026-01-15T12:00:00.000Z')
  })

  test('a date is read in its own zone, or else in UTC', async () => {
    const { create } = await openBlog()
    const dateOf = async (publishedDate: string) =>
      (await create({ title: publishedDate, publishedDate })).publishedDate
    expect(await dateOf('2025-11-01')).toBe('2025-11-01T00:00:00.000Z')
    expect(await dateOf('2025-11-01T09:30')).toBe('2025-11-01T09:30:00.000Z')
    expect(await dateOf('2025-11-01T09:30:15-04:00')).toBe('2025-11-01T13:30:15.000Z')
  })

  test('what nobody asked for is not kept: no id, no time, no mark of a sample', async () => {
    const { create } = await openBlog()
    const post = await create({ id: 'mine', createdAt: '1999-01-01', isSample: true, state: 'published', role: 'x' })
    expect(post.id).not.toBe('mine')
    expect(post).toMatchObject({ createdAt: '2026-01-15T12:00:00.000Z', isSample: false })
    expect(post).not.toHaveProperty('role')
  })

  test('an upload of ours is kept by its path, whichever name the browser knew the site by', async () => {
    const { create } = await openBlog()
    const covers = ['/images/abc', 'https://author.example/images/abc', 'http://localhost:3000/images/abc']
    for (const [index, coverImage] of covers.entries()) {
      expect((await create({ title: `Post ${index}`, coverImage })).coverImage).toBe('/images/abc')
    }
  })

  test('whoever is not signed in writes, changes, deletes and lists nothing', async () => {
    const { create, post, request, list } = await openBlog()
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

  test('generated bodies make no call fail', async () => {
    const { owner, create, logged } = await openBlog()
    const { id } = await create()
    await fc.assert(
      fc.asyncProperty(body, fc.boolean(), async (input, isNew) => {
        const words = isNew ? input : { ...aPost(), ...input }
        const created = await owner.post('/api/blog', words)
        const updated = await owner.put(`/api/blog/${id}`, words)
        expect([201, 400, 409]).toContain(created.status)
        expect([200, 400, 409]).toContain(updated.status)
      }),
      { numRuns: runs.call },
    )
    expect(logged).toEqual([])
  })

  test('generated slugs and ids make no call fail', async () => {
    const { owner, request, logged } = await openBlog()
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 30 }), async (text) => {
        const name = encodeURIComponent(text)
        for (const response of [await request(`/api/blog/${name}`), await owner.request(`/api/owner/blog/${name}`)]) {
          expect([200, 308, 404]).toContain(response.status)
        }
      }),
      { numRuns: runs.call },
    )
    expect(logged).toEqual([])
  })

  test.each(['', '[]', 'null', '"x"', '{', '{"title":'])('a body of %s is the caller’s mistake', async (text) => {
    const { owner } = await openBlog()
    const response = await owner.request('/api/blog', { method: 'POST', body: text })
    expect(response.status).toBe(400)
  })

  test('a post of half a million characters is kept whole, one of a character more is refused', async () => {
    const { create, owner, read } = await openBlog()
    const content = '“é—\n'.repeat(125_000)
    const { slug } = await create({ content })
    expect((await read(slug)).content).toBe(content)
    expect((await owner.post('/api/blog', aPost({ title: 'More', content: `${content}x` }))).status).toBe(400)
  })
})

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '#tests/support/test-app.ts'
import type { OwnerStory, Story } from './contract.ts'
import { genres } from './genres.ts'

const day = 86_400_000
const calls = '/api/short-stories'

type TestApp = Awaited<ReturnType<typeof createTestApp>>

const aStory = (more: Record<string, unknown> = {}) => ({
  title: 'The Wallpaper Hour',
  genre: 'Supernatural Suspense',
  description: 'Every night at 3:12 the pattern gains one more leaf.',
  content: 'The baby woke at three.\n\nHanna counted leaves.',
  publicationDate: '2025-10-03',
  isPublished: true,
  ...more,
})

async function open(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(options)
  const owner = await app.asOwner()
  const create = async (more: Record<string, unknown> = {}): Promise<OwnerStory> => {
    const response = await owner.post(calls, aStory(more))
    expect(response.status).toBe(201)
    return response.json()
  }
  const change = (id: string, more: Record<string, unknown>) => owner.put(`${calls}/${id}`, aStory(more))
  return { app, owner, create, change }
}

const list = async (app: TestApp): Promise<Story[]> => (await app.request(calls)).json()
const titles = async (app: TestApp) => (await list(app)).map(({ title }) => title)
const read = (app: TestApp, slug: string) => app.request(`${calls}/${slug}`)
const rows = (app: TestApp) => app.db.selectFrom('short_stories').selectAll().execute()

describe('what readers get', () => {
  test('every field of a story by name, and nothing of the owner’s', async () => {
    const { app, create } = await open()
    const { id, updatedAt } = await create({ featured: true, editoriallyReviewed: true })
    const story = {
      id,
      slug: 'the-wallpaper-hour',
      title: 'The Wallpaper Hour',
      genre: 'Supernatural Suspense',
      featured: true,
      editoriallyReviewed: true,
      wordCount: 8,
      readingMinutes: 1,
      publicationDate: '2025-10-03',
      description: 'Every night at 3:12 the pattern gains one more leaf.',
      content: 'The baby woke at three.\n\nHanna counted leaves.',
      coverImage: null,
      reedyPromptsUrl: '#',
      updatedAt,
      isSample: false,
    }
    expect(await list(app)).toEqual([story])
    expect(await (await read(app, story.slug)).json()).toEqual(story)
  })

  test('the featured ones first, then the newest', async () => {
    const { app, create } = await open()
    await create({ title: 'Old', publicationDate: '2024-01-01' })
    await create({ title: 'New', publicationDate: '2025-12-31' })
    await create({ title: 'Oldest', publicationDate: '2019-01-01', featured: true })
    expect(await titles(app)).toEqual(['Oldest', 'New', 'Old'])
  })

  test('a page that lists stories carries their cards, not their words; the page of one carries its own', async () => {
    const { app, create } = await open()
    await create({ content: 'Words of the first.' })
    await create({ title: 'Other', content: 'Words of the other.' })
    const html = async (path: string) => (await app.request(path)).text()
    expect(await html('/short-stories')).not.toContain('Words of')
    const story = await html('/short-stories/other')
    expect(story).toContain('Words of the other.')
    expect(story).not.toContain('Words of the first.')
  })

  test('an empty shelf is an empty list, and an unknown story is not found', async () => {
    const { app } = await open()
    expect(await list(app)).toEqual([])
    const response = await read(app, 'never-written')
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found', message: expect.stringContaining('story') })
  })
})

describe('what readers do not get', () => {
  /** Every public place a story could show in. */
  async function everywhere(app: TestApp, { id, slug }: Story): Promise<string> {
    const places = [
      calls,
      `${calls}/${slug}`,
      `${calls}/${id}`,
      '/',
      '/short-stories',
      `/short-stories/${slug}`,
      '/sitemap.xml',
      '/feed.xml',
      '/feed.json',
    ]
    return (await Promise.all(places.map(async (place) => (await app.request(place)).text()))).join()
  }
  const canary = { title: 'Canary title', description: 'Canary line', content: 'Canary words', slug: 'in-the-cage' }

  test('a draft is nowhere', async () => {
    const { app, create } = await open()
    const draft = await create({ ...canary, isPublished: false })
    expect(draft.state).toBe('draft')
    expect(await everywhere(app, draft)).not.toMatch(/canary/i)
    expect((await app.request('/short-stories/in-the-cage')).status).toBe(404)
  })

  test('one dated tomorrow is nowhere today, and everywhere tomorrow', async () => {
    const { app, create } = await open({ today: '2026-01-15' })
    const scheduled = await create({ ...canary, publicationDate: '2026-01-16' })
    expect(scheduled.state).toBe('scheduled')
    expect(await everywhere(app, scheduled)).not.toMatch(/canary/i)
    app.passTime(day)
    expect(await titles(app)).toEqual(['Canary title'])
    const page = await app.request('/short-stories/in-the-cage')
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('Canary words')
  })

  test('one that is taken back is gone from pages that were already kept', async () => {
    const { app, create, change } = await open()
    const story = await create(canary)
    expect(await everywhere(app, story)).toMatch(/canary words/i)
    expect(app.pageCache.get('/short-stories/in-the-cage')).toBeDefined()
    await change(story.id, { ...canary, isPublished: false })
    expect(await everywhere(app, story)).not.toMatch(/canary/i)
  })

  test('one that is thrown away is gone, and its old address leads nowhere', async () => {
    const { app, owner, create, change } = await open()
    const story = await create({ ...canary, slug: 'before' })
    await change(story.id, canary)
    await owner.delete(`${calls}/${story.id}`)
    expect(await everywhere(app, { ...story, slug: canary.slug })).not.toMatch(/canary/i)
    expect((await read(app, 'before')).status).toBe(404)
    expect((await app.request('/short-stories/before')).status).toBe(404)
  })
})

describe('what the owner does', () => {
  test.each([
    ['POST', calls],
    ['PUT', `${calls}/any`],
    ['DELETE', `${calls}/any`],
    ['GET', '/api/owner/short-stories'],
    ['GET', '/api/owner/short-stories/any'],
    ['POST', '/api/owner/short-stories/any/restore'],
  ])('%s %s is hers alone', async (method, path) => {
    const { app } = await open()
    const response = await app.request(path, {
      method,
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(aStory()) }),
    })
    expect(response.status).toBe(401)
    expect(await rows(app)).toEqual([])
  })

  test('she sees drafts and scheduled stories too, with their state', async () => {
    const { owner, create } = await open({ today: '2026-01-15' })
    await create({ title: 'A', isPublished: false, publicationDate: '2026-01-03' })
    await create({ title: 'B', publicationDate: '2026-01-02' })
    const scheduled = await create({ title: 'C', publicationDate: '2026-02-01' })
    const all: OwnerStory[] = await (await owner.request('/api/owner/short-stories')).json()
    expect(all.map(({ title, state, version }) => [title, state, version])).toEqual([
      ['C', 'scheduled', 1],
      ['A', 'draft', 1],
      ['B', 'published', 1],
    ])
    const one = await owner.request(`/api/owner/short-stories/${scheduled.id}`)
    expect(await one.json()).toEqual(scheduled)
  })

  test('what is left out has its default', async () => {
    const { app, owner } = await open({ today: '2026-01-15' })
    const response = await owner.post(calls, { title: ' A Polite Man ', content: 'He knocked.' })
    expect(response.status).toBe(201)
    expect(await response.json()).toMatchObject({
      title: 'A Polite Man',
      slug: 'a-polite-man',
      genre: genres[0],
      featured: false,
      editoriallyReviewed: false,
      wordCount: 2,
      publicationDate: '2026-01-15',
      description: '',
      coverImage: null,
      reedyPromptsUrl: '#',
      state: 'draft',
      isSample: false,
    })
    expect(await list(app)).toEqual([])
  })

  test('words are counted here, whatever she sends', async () => {
    const { create } = await open()
    const { wordCount } = await create({ wordCount: 9_999, content: '“Wait,” he said. — * * * — It’s 3:12.\n\n\tAh.' })
    expect(wordCount).toBe(6)
  })

  test('without a date it gets the day it is published, and keeps it through corrections', async () => {
    const { app, create } = await open({ today: '2026-01-15' })
    const { id } = await create({ publicationDate: null, isPublished: false })
    const threeDaysLater = async (more: Record<string, unknown>) => {
      app.passTime(3 * day)
      return (await (await app.asOwner()).put(`${calls}/${id}`, aStory(more))).json()
    }
    expect(await threeDaysLater({ publicationDate: '' })).toMatchObject({ publicationDate: '2026-01-18' })
    const corrected = await threeDaysLater({ publicationDate: null, title: 'Corrected' })
    expect(corrected).toMatchObject({ publicationDate: '2026-01-18', state: 'published' })
  })

  test('a calendar date is kept as it was written, in whatever zone the house stands', async () => {
    const { create } = await open()
    for (const zone of ['America/Vancouver', 'Pacific/Kiritimati', 'UTC']) {
      const before = process.env.TZ
      process.env.TZ = zone
      try {
        for (const publicationDate of ['2025-11-01', '2024-02-29', '2025-03-09', '2025-12-31']) {
          const story = await create({ title: `${zone} ${publicationDate}`, publicationDate })
          expect(story.publicationDate).toBe(publicationDate)
        }
      } finally {
        process.env.TZ = before
      }
    }
  })

  test('a thrown away story can be taken out again, as it was', async () => {
    const { app, owner, create } = await open()
    const story = await create()
    expect((await owner.delete(`${calls}/${story.id}`)).status).toBe(200)
    expect(await list(app)).toEqual([])
    expect((await owner.delete(`${calls}/${story.id}`)).status).toBe(404)
    expect((await owner.request(`/api/owner/short-stories/${story.id}`)).status).toBe(404)
    const restored = await owner.post(`/api/owner/short-stories/${story.id}/restore`)
    expect([restored.status, await restored.json()]).toEqual([200, story])
    expect(await titles(app)).toEqual([story.title])
  })

  test('what does not exist can be neither changed nor thrown away nor taken out', async () => {
    const { owner, change } = await open()
    expect((await change('no-such-id', {})).status).toBe(404)
    expect((await owner.delete(`${calls}/no-such-id`)).status).toBe(404)
    expect((await owner.post('/api/owner/short-stories/no-such-id/restore')).status).toBe(404)
  })

  test('whoever saves what was changed elsewhere since is told when, and changes nothing', async () => {
    const { app, create, change } = await open()
    const { id } = await create()
    app.passTime(60_000)
    const theirs: OwnerStory = await (await change(id, { title: 'Theirs', version: 1 })).json()
    expect(theirs.version).toBe(2)
    const mine = await change(id, { title: 'Mine', version: 1 })
    expect(mine.status).toBe(409)
    expect(await mine.json()).toMatchObject({ code: 'conflict', fields: { version: theirs.updatedAt } })
    expect(await titles(app)).toEqual(['Theirs'])
    expect((await change(id, { title: 'Mine', version: 2 })).status).toBe(200)
    expect((await change(id, { title: 'Mine, whatever came between' })).status).toBe(200)
  })
})

describe('addresses', () => {
  test('are made from the title: lower case, single hyphens, none at the ends', async () => {
    const { create } = await open()
    const { slug } = await create({ title: '  “What the Choir—Kept!”  ' })
    expect(slug).toBe('what-the-choir-kept')
    const nameless = await create({ title: '夜' })
    expect(nameless.slug).toBe(`story-${nameless.id}`)
  })

  test.each(['Capital', 'two--hyphens', '-edge', 'edge-', 'a b', 'a/b', '..', 'é', 'x'.repeat(97), 7])(
    '%s is refused',
    async (slug) => {
      const { app, owner } = await open()
      const response = await owner.post(calls, aStory({ slug }))
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ fields: { slug: expect.stringContaining('Slug') } })
      expect(await rows(app)).toEqual([])
    },
  )

  test('one that is taken is refused with 409, for a new story, a changed one and a restored one', async () => {
    const { app, owner, create, change } = await open()
    const first = await create()
    const taken = {
      code: 'conflict',
      message: 'Another story already has the address “the-wallpaper-hour”. Choose another slug.',
      fields: { slug: 'Another story already has this address' },
    }
    const again = await owner.post(calls, aStory())
    expect([again.status, await again.json()]).toEqual([409, expect.objectContaining(taken)])
    const other = await create({ slug: 'another' })
    expect((await change(other.id, { slug: first.slug })).status).toBe(409)
    await owner.delete(`${calls}/${first.id}`)
    expect((await change(other.id, { slug: first.slug })).status).toBe(200)
    expect((await owner.post(`/api/owner/short-stories/${first.id}/restore`)).status).toBe(409)
    expect(await list(app)).toMatchObject([{ id: other.id, slug: first.slug }])
  })

  test('of two who want the same one at the same moment, one gets it', async () => {
    const { app, owner } = await open()
    const answers = await Promise.all(Array.from({ length: 4 }, () => owner.post(calls, aStory())))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(await titles(app)).toHaveLength(1)
  })

  test('an old one leads to the new one, by call and by page, however often it moved', async () => {
    const { app, create, change } = await open()
    const { id } = await create({ slug: 'one' })
    await change(id, { slug: 'two' })
    await change(id, { slug: 'three' })
    for (const old of ['one', 'two']) {
      const call = await read(app, old)
      expect([call.status, call.headers.get('location')]).toEqual([308, '/api/short-stories/three'])
      const page = await app.request(`/short-stories/${old}?from=letter`)
      expect([page.status, page.headers.get('location')]).toEqual([308, '/short-stories/three?from=letter'])
    }
    expect((await app.request('/short-stories/three')).status).toBe(200)
    await change(id, { slug: 'one' })
    expect((await read(app, 'one')).status).toBe(200)
    expect((await read(app, 'two')).headers.get('location')).toBe('/api/short-stories/one')
  })

  test('one that was left behind belongs to whoever takes it next', async () => {
    const { app, create, change } = await open()
    const first = await create({ slug: 'one' })
    await change(first.id, { slug: 'two' })
    const second = await create({ title: 'Second', slug: 'one' })
    expect(await (await read(app, 'one')).json()).toMatchObject({ id: second.id })
  })
})

describe('what comes in', () => {
  test.each([
    [{ title: '   ' }, { title: 'Title is required' }],
    [{ title: 'x'.repeat(201) }, { title: 'Title must be at most 200 characters' }],
    [{ content: '\n \n' }, { content: 'Content is required' }],
    [{ content: 'x'.repeat(500_001) }, { content: 'Content must be at most 500,000 characters' }],
    [{ content: 'a\0b' }, { content: 'Content has characters that cannot be kept' }],
    [{ description: 'x'.repeat(501) }, { description: 'Description must be at most 500 characters' }],
    [{ genre: 'Cookery' }, { genre: expect.stringContaining('Supernatural Suspense') }],
    [{ publicationDate: '2025-02-30' }, { publicationDate: 'Publication Date must be a date' }],
    [{ publicationDate: '2025-11-01T00:00:00Z' }, { publicationDate: 'Publication Date must be a date' }],
    [{ version: 2 ** 31 }, { version: expect.any(String) }],
    [{ isPublished: 'yes' }, { isPublished: 'Publish immediately must be yes or no' }],
    [{ coverImage: 'javascript:alert(1)' }, { coverImage: expect.stringContaining('https') }],
    [{ reedyPromptsUrl: 'http://plain.example' }, { reedyPromptsUrl: expect.stringContaining('https') }],
  ] as const)('a fault in it is refused in words: %#', async (fault, fields) => {
    const { app, owner } = await open()
    const response = await owner.post(calls, aStory(fault))
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid', fields })
    expect(await rows(app)).toEqual([])
  })

  test('hostile words are kept as they are, and change nothing but text in a page', async () => {
    const { app, create } = await open()
    const hostile = {
      title: '<img src=x onerror=alert(1)> \u202Egnp.exe',
      description: '"><script>alert(1)</script> {{7*7}}',
      content: `</script><!--<script>\u2028\u2029 &lt;b&gt; ' " \`\r\n\r\n\t  two  spaces`,
      slug: 'hostile',
    }
    await create(hostile)
    expect((await list(app))[0]).toMatchObject(hostile)
    const html = await (await app.request('/short-stories/hostile')).text()
    expect(html).not.toMatch(/<img[^>]*onerror|<script>alert|<!--<script/)
    expect(html).toContain('&lt;/script&gt;&lt;!--&lt;script&gt;')
  })

  test('two thousand generated bodies are each taken or refused, never answered with a failure of ours', async () => {
    const { app, owner } = await open()
    const { id }: OwnerStory = await (await owner.post(calls, aStory({ slug: 'kept' }))).json()
    const anything = fc.oneof(
      fc.anything({ maxDepth: 2 }),
      fc.string({ unit: 'binary' }),
      fc.constantFrom('', '#', 'https://x.example/', 'a-slug', '2025-11-01', 2 ** 31, 2 ** 53, -1, 1e308, Number.NaN),
    )
    // Mostly a story with one or two fields replaced: pure noise would be refused at the door every time.
    const body = fc
      .dictionary(
        fc.constantFrom(...Object.keys(aStory()), 'slug', 'version', 'coverImage', 'id', '__proto__'),
        anything,
      )
      .map((parts) => Object.assign(aStory({ slug: 'kept', genre: 'Mystery Thriller' }), parts))
    await fc.assert(
      fc.asyncProperty(fc.oneof({ arbitrary: body, weight: 9 }, { arbitrary: anything, weight: 1 }), async (sent) => {
        const response = await owner.put(`${calls}/${id}`, sent ?? null)
        expect([200, 400, 409]).toContain(response.status)
        await response.text()
      }),
      { numRuns: 2_000, endOnFailure: true },
    )
    expect(await rows(app)).toMatchObject([{ id }])
  }, 300_000)
})

describe('the picture of a story', () => {
  const artOf = ({ id }: Story, genre = 'supernatural-suspense') => `/story-art/${id}-${genre}.svg`

  test('stands at an address of its own, kept for ever, and may do nothing', async () => {
    const { app, create } = await open()
    const story = await create()
    const response = await app.request(artOf(story), { headers: { 'accept-encoding': 'br' } })
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/svg+xml',
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    })
    const plain = await app.request(artOf(story))
    expect(await plain.text()).toMatch(/^<svg .*<\/svg>$/s)
  })

  test('another genre is another picture at another address', async () => {
    const { app, create, change } = await open()
    const story = await create()
    await change(story.id, { genre: 'Spiritual Fiction' })
    expect((await app.request(artOf(story, 'spiritual-fiction'))).status).toBe(200)
    expect((await app.request(artOf(story))).status).toBe(404)
  })

  test.each([
    '/story-art/x.svg',
    '/story-art/..%2fsecret',
    '/story-art/00000000-0000-7000-8000-000000000000-mystery-thriller.svg',
    `/story-art/${'a'.repeat(36)}-.svg`,
  ])('%s is not found', async (path) => {
    const { app } = await open()
    expect((await app.request(path)).status).toBe(404)
  })
})

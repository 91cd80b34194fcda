import { describe, expect, test } from 'vitest'
import { aStory, calls, list, openStories, read, rows, titles } from '#tests/support/stories.ts'
import type { createTestApp } from '#tests/support/test-app.ts'
import type { Story } from './contract.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>

const day = 86_400_000

describe('what readers get', () => {
  test('every field of a story by name, and nothing of the owner’s', async () => {
    const { app, create } = await openStories()
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
      format: 'prose',
      coverImage: null,
      reedyPromptsUrl: '#',
      updatedAt,
      isSample: false,
    }
    expect(await list(app)).toEqual([story])
    expect(await (await read(app, story.slug)).json()).toEqual({
      ...story,
      body: ['The baby woke at three.', 'Hanna counted leaves.'].map((text) => ({ type: 'p', children: [text] })),
    })
  })

  test('the featured ones first, then the newest', async () => {
    const { app, create } = await openStories()
    await create({ title: 'Old', publicationDate: '2024-01-01' })
    await create({ title: 'New', publicationDate: '2025-12-31' })
    await create({ title: 'Oldest', publicationDate: '2019-01-01', featured: true })
    expect(await titles(app)).toEqual(['Oldest', 'New', 'Old'])
  })

  test('a page that lists stories carries their cards, not their words; the page of one carries its own', async () => {
    const { app, create } = await openStories()
    await create({ content: 'Words of the first.' })
    await create({ title: 'Other', content: 'Words of the other.' })
    const html = async (path: string) => (await app.request(path)).text()
    expect(await html('/short-stories')).not.toContain('Words of')
    const story = await html('/short-stories/other')
    expect(story).toContain('Words of the other.')
    expect(story).not.toContain('Words of the first.')
  })

  test('a long description is cut on its card at the end of a word', async () => {
    const { app, create } = await openStories()
    await create({ description: 'The pattern in the hall gains another leaf. '.repeat(9).trim() })
    const html = await (await app.request('/short-stories')).text()
    expect(html).toMatch(
      /<span [^>]*>(The pattern in the hall gains another leaf\. ){3}The pattern in the hall gains another leaf…<\/span>/,
    )
  })

  test('an empty shelf is an empty list, and an unknown story is not found', async () => {
    const { app } = await openStories()
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
    const { app, create } = await openStories()
    const draft = await create({ ...canary, isPublished: false })
    expect(draft.state).toBe('draft')
    expect(await everywhere(app, draft)).not.toMatch(/canary/i)
    expect((await app.request('/short-stories/in-the-cage')).status).toBe(404)
  })

  test('one dated tomorrow is nowhere today, and everywhere tomorrow', async () => {
    const { app, create } = await openStories({ today: '2026-01-15' })
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
    const { app, create, change } = await openStories()
    const story = await create(canary)
    expect(await everywhere(app, story)).toMatch(/canary words/i)
    expect(app.pageCache.get('/short-stories/in-the-cage')).toBeDefined()
    await change(story.id, { ...canary, isPublished: false })
    expect(await everywhere(app, story)).not.toMatch(/canary/i)
  })

  test('one that is thrown away is gone, and its old address leads nowhere', async () => {
    const { app, owner, create, change } = await openStories()
    const story = await create({ ...canary, slug: 'before' })
    await change(story.id, canary)
    await owner.delete(`${calls}/${story.id}`)
    expect(await everywhere(app, { ...story, slug: canary.slug })).not.toMatch(/canary/i)
    expect((await read(app, 'before')).status).toBe(404)
    expect((await app.request('/short-stories/before')).status).toBe(404)
  })
})

describe('addresses', () => {
  test('are made from the title: lower case, single hyphens, none at the ends', async () => {
    const { create } = await openStories()
    const { slug } = await create({ title: '  “What the Choir—Kept!”  ' })
    expect(slug).toBe('what-the-choir-kept')
    const nameless = await create({ title: '夜' })
    expect(nameless.slug).toBe(`story-${nameless.id}`)
  })

  test.each(['Capital', 'two--hyphens', '-edge', 'edge-', 'a b', 'a/b', '..', 'é', 'x'.repeat(97), 7])(
    '%s is refused',
    async (slug) => {
      const { app, owner } = await openStories()
      const response = await owner.post(calls, aStory({ slug }))
      expect(response.status).toBe(400)
      expect(await response.json()).toMatchObject({ fields: { slug: expect.stringContaining('Slug') } })
      expect(await rows(app)).toEqual([])
    },
  )

  test('one that is taken is refused with 409, for a new story, a changed one and a restored one', async () => {
    const { app, owner, create, change } = await openStories()
    const first = await create()
    const taken = {
      code: 'conflict',
      message: 'Another story already has the address “the-wallpaper-hour”. Choose another one.',
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
    const { app, owner } = await openStories()
    const answers = await Promise.all(Array.from({ length: 4 }, () => owner.post(calls, aStory())))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409])
    expect(await titles(app)).toHaveLength(1)
  })

  test('an old one leads to the new one, by call and by page, however often it moved', async () => {
    const { app, create, change } = await openStories()
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
    const { app, create, change } = await openStories()
    const first = await create({ slug: 'one' })
    await change(first.id, { slug: 'two' })
    const second = await create({ title: 'Second', slug: 'one' })
    expect(await (await read(app, 'one')).json()).toMatchObject({ id: second.id })
  })
})

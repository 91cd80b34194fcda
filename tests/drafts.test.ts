import { describe, expect, test } from 'vitest'
import { openDesk } from '#tests/support/content.ts'
import { fillSlots } from '#tests/support/fields.ts'
import { ownFolder } from '#tests/support/folder.ts'
import { openShelf } from '#tests/support/shelf.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { plenty } from './support/long-run.ts'

const canary = 'canary-7f3a'

type Item = { id: string; slug: string }
type Fields = Record<string, unknown>

async function open() {
  const app = await createTestApp({ env: { DATA_DIR: ownFolder() } })
  return { app, desk: await openDesk(app) }
}

/** Everywhere a post or a story could show, each with the address of its own. */
const kinds = {
  post: {
    words: fillSlots('post', { words: canary, link: `https://pictures.example/${canary}` }),
    hidden: [{ isPublished: false }, { publishedDate: '2027-01-01' }],
    surfaces: (slug: string) => [
      '/api/blog',
      `/api/blog/${slug}`,
      '/blog',
      `/blog/${slug}`,
      '/',
      '/api/latest',
      '/feed.xml',
      '/feed.json',
      '/sitemap.xml',
      `/share/post/${slug}.png`,
      '/blog/its-neighbour',
      '/admin/bin',
    ],
    add: (desk: Awaited<ReturnType<typeof openDesk>>, fields: Fields): Promise<Item> => desk.addPost(fields),
    set: (desk: Awaited<ReturnType<typeof openDesk>>, id: string, fields: Fields): Promise<Item> =>
      desk.setPost(id, fields),
    path: '/api/blog',
  },
  story: {
    words: fillSlots('story', { words: canary, link: `https://pictures.example/${canary}` }),
    hidden: [{ isPublished: false }, { publicationDate: '2026-01-16' }],
    surfaces: (slug: string) => [
      '/api/short-stories',
      `/api/short-stories/${slug}`,
      '/short-stories',
      `/short-stories/${slug}`,
      '/',
      '/api/latest',
      '/feed.xml',
      '/feed.json',
      '/sitemap.xml',
      `/share/story/${slug}.png`,
      '/admin/bin',
    ],
    add: (desk: Awaited<ReturnType<typeof openDesk>>, fields: Fields): Promise<Item> => desk.addStory(fields),
    set: (desk: Awaited<ReturnType<typeof openDesk>>, id: string, fields: Fields): Promise<Item> =>
      desk.setStory(id, fields),
    path: '/api/short-stories',
  },
}

describe.each(['post', 'story'] as const)('a %s that is not out', (kind) => {
  const { words, hidden, surfaces, add, set, path } = kinds[kind]

  /** Its own address may stand in the answer to whoever asked for it, and nowhere else. */
  async function leaks(app: Awaited<ReturnType<typeof createTestApp>>, slug: string): Promise<string[]> {
    const found: string[] = []
    for (const surface of surfaces(slug)) {
      const response = await app.request(surface)
      const text = await response.text()
      const isItsOwn = surface.includes(slug)
      if (isItsOwn && response.status !== 404) found.push(`${surface}: ${response.status}`)
      if (text.replaceAll(slug, '').includes(canary) || (!isItsOwn && text.includes(slug))) found.push(surface)
    }
    return found
  }

  test('is nowhere: as a draft, with a date in the future, unpublished, in the bin, or gone for good', async () => {
    const { app, desk } = await open()
    await desk.addPost({ title: 'Its Neighbour', slug: 'its-neighbour', publishedDate: '2025-01-01' })
    for (const [index, state] of hidden.entries()) {
      const { slug } = await add(desk, { ...words, ...state, slug: `${canary}-${index}` })
      expect(await leaks(app, slug)).toEqual([])
    }
    const { id, slug } = await add(desk, { ...words, slug: `${canary}-out` })
    expect((await leaks(app, slug)).length).toBeGreaterThanOrEqual(8)
    await set(desk, id, { ...words, slug, isPublished: false })
    expect(await leaks(app, slug)).toEqual([])
    await set(desk, id, { ...words, slug })
    expect((await leaks(app, slug)).length).toBeGreaterThanOrEqual(8)
    await desk.owner.delete(`${path}/${id}`)
    expect(await leaks(app, slug)).toEqual([])
    // Looked at in the bin, taken out of it, thrown in again, and gone for good.
    for (const room of ['/api/owner/bin', '/admin/bin'])
      expect(await (await desk.owner.request(room)).text()).toContain(canary)
    expect(await leaks(app, slug)).toEqual([])
    await desk.owner.post(`${path.replace('/api', '/api/owner')}/${id}/restore`)
    expect((await leaks(app, slug)).length).toBeGreaterThanOrEqual(8)
    await desk.owner.delete(`${path}/${id}`)
    expect(await leaks(app, slug)).toEqual([])
    expect((await desk.owner.delete(`/api/owner/bin/${kind}/${id}`)).status).toBe(200)
    expect(await leaks(app, slug)).toEqual([])
  })

  test('is gone the moment it is unpublished, again and again, whoever is reading meanwhile', async () => {
    const { app, desk } = await open()
    const slug = `${canary}-x`
    const { id } = await add(desk, { ...words, slug })
    // A picture would be drawn each time; it asks the database each time it is asked for.
    const pages = surfaces(slug).filter((surface) => !surface.endsWith('.png') && surface !== '/blog/its-neighbour')
    let isDone = false
    const readers = Array.from({ length: 4 }, async (_, reader) => {
      for (let turn = reader; !isDone; turn++) {
        await (await app.request(pages[turn % pages.length] ?? '/')).text()
        await new Promise((resolve) => setTimeout(resolve, 80))
      }
    })
    try {
      for (let round = 0; round < plenty(100, 20); round++) {
        await set(desk, id, { ...words, slug, isPublished: false })
        const page = pages[round % pages.length] ?? '/'
        const held = app.pageCache.get(page)?.identity.body.toString() ?? ''
        const text = await (await app.request(page)).text()
        expect([page, (held + text).replaceAll(slug, '').includes(canary)]).toEqual([page, false])
        await set(desk, id, { ...words, slug })
      }
    } finally {
      isDone = true
      await Promise.all(readers)
    }
  })
})

describe('a book that is hidden', () => {
  const words = { ...fillSlots('book', { words: canary, link: `https://pictures.example/${canary}` }), seriesOrder: 1 }
  const surfaces = (slug: string) => [
    ...['/', '/books', '/api/books', '/api/shelves', '/api/latest', '/sitemap.xml', '/feed.xml', '/feed.json'],
    ...['/books/low-water', '/short-stories/a-story', '/api/book-after/a-story', '/api/arc/the-ferry-ledger'],
    ...['/arc/the-ferry-ledger', '/admin/sign-in', '/admin/books', '/no-such-page'],
    ...[`/api/books/${slug}`, `/books/${slug}`, `/share/book/${slug}.png`, `/arc/${slug}`, `/api/arc/${slug}`],
  ]

  /** Its own address may stand in the answer to whoever asked for it, and nowhere else. */
  async function leaks(
    app: Pick<Awaited<ReturnType<typeof createTestApp>>, 'request'>,
    slug: string,
  ): Promise<string[]> {
    const found: string[] = []
    for (const surface of surfaces(slug)) {
      const response = await app.request(surface)
      const text = await response.text()
      const isItsOwn = surface.includes(slug)
      if (isItsOwn && response.status < 300) found.push(`${surface}: ${response.status}`)
      if (text.replaceAll(slug, '').includes(canary) || (!isItsOwn && text.includes(slug))) found.push(surface)
    }
    return found
  }

  test('is nowhere: hidden from the first, hidden later, in the bin, or gone for good', async () => {
    const app = await openShelf({ env: { DATA_DIR: ownFolder() } })
    await app.owner.post('/api/short-stories', {
      ...{ title: 'A Story', slug: 'a-story', content: 'Once.', genre: 'Mystery Thriller', isPublished: true },
    })
    const first = await app.add({ ...words, slug: `${canary}-first`, isHidden: true })
    expect(await leaks(app, first.slug)).toEqual([])
    const { id, slug } = await app.add({ ...words, genre: 'Mystery Thriller', slug: `${canary}-out` })
    expect((await leaks(app, slug)).length).toBeGreaterThanOrEqual(8)
    await app.set(id, { ...words, slug, isHidden: true })
    expect(await leaks(app, slug)).toEqual([])
    await app.set(id, { ...words, slug })
    expect((await leaks(app, slug)).length).toBeGreaterThanOrEqual(8)
    await app.remove(id)
    expect(await leaks(app, slug)).toEqual([])
    expect((await app.owner.delete(`/api/owner/bin/book/${id}`)).status).toBe(200)
    expect(await leaks(app, slug)).toEqual([])
  })

  test('that was the advance copy takes its page and its place in the menu along', async () => {
    const app = await openShelf()
    const { id, slug } = await app.add({ ...words, slug: `${canary}-arc` })
    await app.say('roles', { advance: id, free: null })
    expect((await leaks(app, slug)).length).toBeGreaterThanOrEqual(10)
    await app.set(id, { ...words, slug, isHidden: true })
    expect(await leaks(app, slug)).toEqual([])
  })

  test('may be given away by its link, and is told to nobody else', async () => {
    const app = await openShelf()
    const { id, slug } = await app.add({ ...words, slug: `${canary}-free`, isHidden: true })
    await app.say('roles', { advance: null, free: id })
    expect(await leaks(app, slug)).toEqual([])
  })
})

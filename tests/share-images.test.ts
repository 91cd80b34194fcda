import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { lettered } from '#app/faces.server.ts'
import { bookCard, pageCards } from '#app/share-cards.server.ts'
import { cardText } from '#art/share-card.ts'
import { saveProfile } from '#features/profile/service.server.ts'
import { cardPages } from '#lib/share-urls.ts'
import { testAuthor } from '#tests/support/author.ts'
import { openDesk } from '#tests/support/content.ts'
import { plenty } from '#tests/support/long-run.ts'
import { createTestApp } from '#tests/support/test-app.ts'

async function open(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(options)
  const kept = () => readdirSync(join(app.filesFolder, 'drawn'))
  const cardOf = async (path: string) => {
    const html = await (await app.request(path)).text()
    const [, url = ''] = html.match(/<meta property="og:image" content="https:\/\/author\.example([^"]+)"/) ?? []
    return url
  }
  return { ...app, ...(await openDesk(app)), kept, cardOf }
}

async function sizeOf(response: Response) {
  const bytes = Buffer.from(await response.arrayBuffer())
  const { format, width, height } = await sharp(bytes).metadata()
  return { format, width, height, isLight: bytes.length <= 120_000 }
}

const proper = { format: 'png', width: 1200, height: 630, isLight: true }
const forEver = 'public, max-age=31536000, immutable'
const briefly = 'public, max-age=60'

describe('the share image', () => {
  test('of a post is a PNG of 1200 by 630, at most 120 kB, whatever its title', async () => {
    const { addPost, request } = await open({ canDraw: true })
    const titles = {
      ordinary: 'The Quiet Room',
      markup: '<script>&amp;</svg>',
      long: 'A door '.repeat(28).trim().padEnd(200, '.'),
      'without-a-blank': 'x'.repeat(200),
      'without-a-letter': '沈黙の部屋',
      'a-single-letter': 'I',
    }
    // Each takes a second to draw.
    for (const [name, title] of Object.entries(titles).slice(0, plenty(6, 2))) {
      const { slug } = await addPost({ title, slug: name })
      const response = await request(`/share/post/${slug}.png`)
      expect([response.status, response.headers.get('content-type')], name).toEqual([200, 'image/png'])
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      expect(await sizeOf(response), name).toEqual(proper)
    }
  })

  // Each takes seconds to draw.
  const genres = [
    'Supernatural Suspense',
    'Supernatural Drama',
    'Mystery Thriller',
    'Psychological Suspense',
    'Spiritual Fiction',
  ]
  test.each(genres.slice(0, plenty(5, 1)))(
    'of a story (%s) is a PNG of 1200 by 630, at most 120 kB, and shows what was drawn for this very one',
    async (genre) => {
      const { addStory, request } = await open({ canDraw: true })
      const etagOf = async (slug: string) => {
        await addStory({ genre, slug, title: 'The Same Title' })
        const card = await request(`/share/story/${slug}.png`)
        expect(await sizeOf(card)).toEqual(proper)
        return card.headers.get('etag')
      }
      expect(await etagOf('one')).not.toBe(await etagOf('two'))
    },
  )

  test('is there only for what is published', async () => {
    const { addPost, addStory, request, owner } = await open()
    const draft = await addPost({ title: 'Draft', isPublished: false })
    const later = await addPost({ title: 'Later', publishedDate: '2027-01-01' })
    const gone = await addPost({ title: 'Gone' })
    await owner.delete(`/api/blog/${gone.id}`)
    const hidden = await addStory({ isPublished: false })
    const paths = [
      ...[draft, later, gone].map(({ slug }) => `/share/post/${slug}.png`),
      `/share/story/${hidden.slug}.png`,
      '/share/post/never-written.png',
      '/share/page/never-drawn.png',
      '/share/book/never-sold.png',
      '/share/post/%00.png',
      '/share/post/..%2Fsecret.png',
      '/share/post/.png',
      '/share/post/a.svg',
    ]
    for (const path of paths) expect((await request(path)).status, path).toBe(404)
  })

  test('has another address when its words change, and may be kept for ever at each', async () => {
    const { addPost, setPost, request, cardOf, kept } = await open({ canDraw: true })
    const { id, slug } = await addPost({ slug: 'a-post' })
    const first = await cardOf('/blog/a-post')
    const answer = await request(first)
    expect(answer.headers.get('cache-control')).toBe(forEver)
    const etag = answer.headers.get('etag') ?? ''
    expect((await request(first, { headers: { 'if-none-match': etag } })).status).toBe(304)
    // Its words are in the card, its content is not.
    await setPost(id, { slug, content: 'Other words.' })
    expect(await cardOf('/blog/a-post')).toBe(first)
    await setPost(id, { slug, title: 'Another Title' })
    const second = await cardOf('/blog/a-post')
    expect(second).not.toBe(first)
    // Whoever kept the old address sees what there is today, and asks again soon.
    const old = await request(first)
    expect([old.status, old.headers.get('cache-control')]).toEqual([200, briefly])
    expect(old.headers.get('etag')).toBe((await request(second)).headers.get('etag'))
    expect(kept()).toHaveLength(2)
    await setPost(id, { slug, isPublished: false })
    expect((await request(second)).status).toBe(404)
  })

  test('is held at its own address alone, and not when what it shows is there no more', async () => {
    const { addPost, setPost, request, cardOf, pageCache } = await open({ canDraw: true })
    const { id, slug } = await addPost({ slug: 'a-post' })
    const card = await cardOf('/blog/a-post')
    const others = ['/share/post/a-post.png', '/share/post/a-post.madeup.png']
    for (const path of [card, ...others]) expect((await request(path)).status).toBe(200)
    expect([card, ...others].map((path) => pageCache.get(path) !== undefined)).toEqual([true, false, false])
    await setPost(id, { slug, isPublished: false })
    expect(pageCache.get(card)).toBeUndefined()
  })

  test('of every page has another address once she has another name, or another colour', async () => {
    const { cardOf, deps } = await open()
    const before = await cardOf('/about')
    await saveProfile(deps, { ...testAuthor, name: 'Somebody Else' }, 1)
    const after = await cardOf('/about')
    expect(after).toMatch(/^\/share\/page\/about\.[0-9a-f]{10}\.png$/)
    expect(after).not.toBe(before)
    await saveProfile(deps, { ...testAuthor, name: 'Somebody Else', accent: 'tide' }, 2)
    expect(await cardOf('/about')).not.toBe(after)
  })

  test('is a plain one while it cannot be drawn, and that is kept by nobody', async () => {
    const { addPost, request } = await open()
    const { slug } = await addPost()
    const answer = await request(`/share/post/${slug}.png`)
    expect([answer.status, answer.headers.get('cache-control'), answer.headers.get('etag')]).toEqual([
      200,
      briefly,
      null,
    ])
    expect(await sizeOf(answer)).toEqual(proper)
  })

  test('is what a post, a story and a book name in their heads', async () => {
    const { addPost, addStory, cardOf } = await open()
    const { slug } = await addPost()
    expect(await cardOf(`/blog/${slug}`)).toMatch(new RegExp(`^/share/post/${slug}\\.[a-z0-9]{14}\\.png$`))
    const story = await addStory()
    expect(await cardOf(`/short-stories/${story.slug}`)).toMatch(
      new RegExp(`^/share/story/${story.slug}\\.[a-z0-9]{14}\\.png$`),
    )
    expect(await cardOf('/books/low-water')).toMatch(/^\/share\/book\/low-water\.[0-9a-f]{10}\.png$/)
  })
})

describe('the words of the cards', () => {
  test('are hers: her name is on every one of them', async () => {
    const { deps } = await open()
    const cards = pageCards(deps.site())
    for (const page of cardPages)
      expect(cardText(cards[page], lettered).toUpperCase(), page).toContain(testAuthor.name.toUpperCase())
    expect(cardText(cards.home, lettered)).toBe('Ines Calder\nSea stories. Ghost stories.')
  })

  test('are put together once for each site, however often a card is asked for', async () => {
    const { deps } = await open()
    expect(pageCards(deps.site())).toBe(pageCards(deps.site()))
  })

  test('are the page’s own, as they are now', async () => {
    const { owner, deps } = await open()
    const changed = { values: { heading: 'All about Ines' }, version: 0 }
    expect((await owner.put('/api/owner/pages/about', changed)).status).toBe(200)
    expect(pageCards(deps.site()).about.title).toBe('All about Ines')
  })

  test('are a book’s title and series, and its cover stands beside them', async () => {
    const { deps } = await open()
    const book = deps.site().books.find(({ slug }) => slug === 'low-water')
    const card = book && bookCard(deps.site(), book)
    expect(card && cardText(card, lettered)).toContain('Low Water\nThe Harbour Books')
  })

  test('show her photograph where she has one', async () => {
    const { deps } = await open()
    const site = deps.site()
    const photograph = { url: '/images/abc', focal: 'top' as const, alt: 'Ines' }
    const { about, press } = pageCards({ ...site, author: { ...site.author, photograph } })
    for (const { scene } of [about, press]) expect(scene).toEqual({ photograph: '/images/abc', focal: 'top' })
  })
})

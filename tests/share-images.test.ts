import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { openDesk } from '#tests/support/content.ts'
import { ownFolder } from '#tests/support/folder.ts'
import { plenty } from '#tests/support/long-run.ts'
import { createTestApp } from '#tests/support/test-app.ts'

async function open() {
  const dataDir = ownFolder()
  const app = await createTestApp({ env: { DATA_DIR: dataDir } })
  return { ...app, ...(await openDesk(app)), kept: () => readdirSync(join(dataDir, 'share')) }
}

async function sizeOf(response: Response) {
  const bytes = Buffer.from(await response.arrayBuffer())
  const { format, width, height } = await sharp(bytes).metadata()
  return { format, width, height, isLight: bytes.length <= 120_000 }
}

const proper = { format: 'png', width: 1200, height: 630, isLight: true }

describe('the share image', () => {
  test.each([
    ['an ordinary title', 'The Quiet Room'],
    ['one of two hundred characters', 'A door '.repeat(28).trim().padEnd(200, '.')],
    ['one without a blank in it', 'x'.repeat(200)],
    ['one the face has no letter of', '沈黙の部屋'],
    ['one of a single letter', 'I'],
    ['markup', '<script>&amp;</svg>'],
  ])('of a post with %s is a PNG of 1200 by 630, at most 120 kB', async (_name, title) => {
    const { addPost, request } = await open()
    const { slug } = await addPost({ title, slug: 'a-post' })
    const response = await request(`/share/post/${slug}.png`)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
    expect(await sizeOf(response)).toEqual(proper)
  })

  // Each takes seconds to draw.
  const genres = [
    'Supernatural Suspense',
    'Supernatural Drama',
    'Mystery Thriller',
    'Psychological Suspense',
    'Spiritual Fiction',
  ]
  test.each(genres.slice(0, plenty(5, 2)))('of a story (%s) is a PNG of 1200 by 630, at most 120 kB', async (genre) => {
    const { addStory, request } = await open()
    const { slug } = await addStory({ genre })
    expect(await sizeOf(await request(`/share/story/${slug}.png`))).toEqual(proper)
  })

  test('of a story shows what was drawn for this very one', async () => {
    const { addStory, request } = await open()
    const cards = ['one', 'two'].map(async (slug) => {
      await addStory({ slug })
      return Buffer.from(await (await request(`/share/story/${slug}.png`)).arrayBuffer()).toString('base64')
    })
    const [one, two] = await Promise.all(cards)
    expect(one).not.toBe(two)
  })

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
      '/share/post/%00.png',
      '/share/post/..%2Fsecret.png',
      '/share/post/.png',
      '/share/post/a.svg',
    ]
    for (const path of paths) expect((await request(path)).status, path).toBe(404)
  })

  test('is drawn again when its words change, and goes with what is unpublished', async () => {
    const { addPost, setPost, request, kept } = await open()
    const { id, slug } = await addPost({ slug: 'a-post' })
    const ask = (etag = '') => request(`/share/post/${slug}.png`, { headers: { 'if-none-match': etag } })
    const etag = (await ask()).headers.get('etag') ?? ''
    const [file] = kept()
    expect((await ask(etag)).status).toBe(304)
    // Its words are in the card, its content is not.
    await setPost(id, { slug, content: 'Other words.' })
    expect((await ask(etag)).status).toBe(304)
    await setPost(id, { slug, title: 'Another Title' })
    expect((await ask(etag)).status).toBe(200)
    expect(kept()).toHaveLength(1)
    expect(kept()).not.toEqual([file])
    await setPost(id, { slug, isPublished: false })
    expect((await ask()).status).toBe(404)
  })

  test('is what a post and a story name in their heads', async () => {
    const { addPost, addStory, request } = await open()
    const { slug } = await addPost()
    const html = await (await request(`/blog/${slug}`)).text()
    expect(html).toContain(`<meta property="og:image" content="https://author.example/share/post/${slug}.png"`)
    const story = await addStory()
    const storyHtml = await (await request(`/short-stories/${story.slug}`)).text()
    expect(storyHtml).toContain(
      `<meta property="og:image" content="https://author.example/share/story/${story.slug}.png"`,
    )
  })
})

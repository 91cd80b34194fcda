import { describe, expect, test } from 'vitest'
import { openDesk } from '#tests/support/content.ts'
import { elementsOf } from '#tests/support/markup.ts'
import { createTestApp } from '#tests/support/test-app.ts'

async function open() {
  const app = await createTestApp()
  const desk = await openDesk(app)
  const read = async (path: string) => (await app.request(path)).text()
  return {
    ...app,
    ...desk,
    rss: () => read('/feed.xml'),
    json: async () => JSON.parse(await read('/feed.json')),
  }
}

const between = (xml: string, name: string) =>
  [...xml.matchAll(new RegExp(`<${name}[^>]*>([^<]*)</${name}>`, 'g'))].map(([, text]) => text)

describe('the RSS feed', () => {
  test('names itself, its language and the blog, also while there is nothing in it', async () => {
    const { rss, request } = await open()
    const xml = await rss()
    elementsOf(xml, { isXml: true })
    expect(xml).toContain('<atom:link href="https://author.example/feed.xml" rel="self" type="application/rss+xml"/>')
    expect(between(xml, 'link')).toEqual(['https://author.example/blog'])
    expect(between(xml, 'language')).toEqual(['en-ca'])
    expect((await request('/feed.xml')).headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
  })

  test('holds a post whole: address, date, sections, summary and every word', async () => {
    const { addPost, rss } = await open()
    const { id } = await addPost({
      title: 'Tea & Doors <1>',
      slug: 'tea',
      excerpt: 'In "short".',
      content: 'One & two\n  indented\n\n<b>Not bold</b>',
      category: 'Notes',
      tags: ['dread'],
      publishedDate: '2025-11-01T09:00:00Z',
    })
    const xml = await rss()
    elementsOf(xml, { isXml: true })
    expect(between(xml, 'title')[1]).toBe('Tea &amp; Doors &lt;1&gt;')
    expect(between(xml, 'link')[1]).toBe('https://author.example/blog/tea')
    expect(xml).toContain(`<guid isPermaLink="false">urn:uuid:${id}</guid>`)
    expect(between(xml, 'pubDate')).toEqual(['Sat, 01 Nov 2025 09:00:00 GMT'])
    expect(between(xml, 'category')).toEqual(['Notes', 'dread'])
    expect(between(xml, 'description')[1]).toBe('In &quot;short&quot;.')
    expect(between(xml, 'content:encoded')[0]).toBe(
      '&lt;p&gt;One &amp;amp; two&lt;br&gt;\u00a0\u00a0indented&lt;/p&gt;&lt;p&gt;&amp;lt;b&amp;gt;Not bold&amp;lt;/b&amp;gt;&lt;/p&gt;',
    )
  })

  test('holds what XML cannot, without it', async () => {
    const { addPost, rss } = await open()
    await addPost({ title: 'A\u0001B\u000b\ufffe]]>', slug: 'x' })
    const xml = await rss()
    elementsOf(xml, { isXml: true })
    expect(between(xml, 'title')[1]).toBe('AB]]&gt;')
  })
})

describe('both feeds', () => {
  test('hold the newest fifty', async () => {
    const { addPost, rss, json } = await open()
    for (let day = 1; day <= 53; day++) {
      await addPost({ title: `Post ${day}`, publishedDate: new Date(Date.UTC(2025, 0, day)).toISOString() })
    }
    const { items } = await json()
    expect(items).toHaveLength(50)
    expect([items[0].title, items[49].title]).toEqual(['Post 53', 'Post 4'])
    expect(between(await rss(), 'pubDate')).toHaveLength(50)
  })

  test('know a post that has moved for the one it was', async () => {
    const { addPost, setPost, rss, json } = await open()
    const { id } = await addPost({ slug: 'here' })
    const [before] = (await json()).items
    await setPost(id, { slug: 'there' })
    const [after] = (await json()).items
    expect([after.id, after.url]).toEqual([before.id, 'https://author.example/blog/there'])
    expect(between(await rss(), 'guid')).toEqual([before.id])
  })

  test.each(['/feed.xml', '/feed.json', '/sitemap.xml'])('%s is not sent twice to who has it', async (path) => {
    const { request, addPost, passTime } = await open()
    await addPost()
    const first = await request(path)
    const etag = first.headers.get('etag') ?? ''
    const modified = first.headers.get('last-modified')
    expect(first.headers.get('cache-control')).toBe('public, max-age=60')
    const again = await request(path, { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
    if (modified) expect((await request(path, { headers: { 'if-modified-since': modified } })).status).toBe(304)
    passTime(2_000)
    await addPost({ title: 'Another' })
    expect((await request(path, { headers: { 'if-none-match': etag } })).status).toBe(200)
    if (modified) expect((await request(path, { headers: { 'if-modified-since': modified } })).status).toBe(200)
  })

  test('a post that appears by itself makes the feed newer', async () => {
    const { request, addPost, passTime, lookForNews } = await open()
    await addPost({ publishedDate: '2026-01-15T12:00:05Z' })
    const before = (await request('/feed.xml')).headers.get('last-modified')
    passTime(5_000)
    await lookForNews()
    expect(before).toBe('Thu, 15 Jan 2026 12:00:00 GMT')
    expect((await request('/feed.xml')).headers.get('last-modified')).toBe('Thu, 15 Jan 2026 12:00:05 GMT')
  })
})

test('the JSON feed is of version 1.1 and holds every word as it was written', async () => {
  const { addPost, json, request } = await open()
  await addPost({
    slug: 'one',
    content: 'A line.\n\n  Another.',
    category: 'Notes',
    tags: ['a'],
    publishedDate: '2025-11-01',
  })
  await addPost({ title: 'Two', coverImage: '/images/abc', publishedDate: '2025-10-01' })
  expect((await request('/feed.json')).headers.get('content-type')).toBe('application/feed+json; charset=utf-8')
  const feed = await json()
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1.1',
    home_page_url: 'https://author.example/blog',
    feed_url: 'https://author.example/feed.json',
    authors: [{ name: 'Odile Marsh' }],
  })
  expect(feed.items[0]).toMatchObject({
    url: 'https://author.example/blog/one',
    content_text: 'A line.\n\n  Another.',
    summary: 'A line. Another.',
    date_published: '2025-11-01T00:00:00.000Z',
    image: 'https://author.example/share/post/one.png',
    tags: ['Notes', 'a'],
  })
  expect(feed.items[1].image).toBe('https://author.example/images/abc')
})

test('the site map holds every post and story, dated by its last change, and its list no older', async () => {
  const { addPost, addStory, request } = await open()
  await addPost({ slug: 'quiet' })
  await addStory({ slug: 'wall', publicationDate: '2025-01-01' })
  await addPost({ title: 'Draft', isPublished: false })
  const xml = await (await request('/sitemap.xml')).text()
  elementsOf(xml, { isXml: true })
  const dates = Object.fromEntries(
    [...xml.matchAll(/<loc>https:\/\/author\.example([^<]*)<\/loc><lastmod>([^<]*)</g)].map(([, path, day]) => [
      path,
      day,
    ]),
  )
  expect(dates).toMatchObject({
    '/blog/quiet': '2026-01-15',
    '/short-stories/wall': '2026-01-15',
    '/blog': '2026-01-15',
    '/about': '2025-07-26',
  })
  expect(xml).not.toContain('draft')
})

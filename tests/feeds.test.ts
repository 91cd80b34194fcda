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
    expect(first.headers.get('cache-control')).toContain('public, max-age=60,')
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
    authors: [{ name: 'Ines Calder' }],
  })
  expect(feed.items[0]).toMatchObject({
    url: 'https://author.example/blog/one',
    content_text: 'A line.\n\n  Another.',
    summary: 'A line. Another.',
    date_published: '2025-11-01T00:00:00.000Z',
    image: expect.stringMatching(/^https:\/\/author\.example\/share\/post\/one\.[a-z0-9]{14}\.png$/),
    tags: ['Notes', 'a'],
  })
  expect(feed.items[1].image).toBe('https://author.example/images/abc')
})

test('posts and stories stand in both feeds by their date, a story under its genre', async () => {
  const { addPost, addStory, rss, json } = await open()
  await addPost({ title: 'Old', publishedDate: '2025-01-01' })
  await addStory({
    title: 'Between',
    slug: 'between',
    description: '',
    content: 'It *leaned*.\n\n***\n\nThen not.',
    publicationDate: '2025-06-01',
    featured: true,
  })
  await addPost({ title: 'New', publishedDate: '2025-11-01' })
  await addStory({ title: 'To come', publicationDate: '2026-06-01' })
  const xml = await rss()
  expect(between(xml, 'title').slice(1)).toEqual(['New', 'Between', 'Old'])
  expect(between(xml, 'pubDate')[1]).toBe('Sun, 01 Jun 2025 00:00:00 GMT')
  expect(between(xml, 'category')).toEqual(['Mystery Thriller'])
  expect(between(xml, 'description')[2]).toBe('It leaned. Then not.')
  const { items } = await json()
  expect(items[1]).toMatchObject({
    url: 'https://author.example/short-stories/between',
    summary: 'It leaned. Then not.',
    content_html: '<p>It <em>leaned</em>.</p><hr><p>Then not.</p>',
    content_text: 'It leaned.\n\nThen not.',
    date_published: '2025-06-01T00:00:00.000Z',
    image: expect.stringMatching(/^https:\/\/author\.example\/share\/story\/between\.[a-z0-9]{14}\.png$/),
    tags: ['Mystery Thriller'],
  })
})

describe('what a validator asks of a feed', () => {
  const everything = [
    '## A heading & more',
    'Words with *emphasis*, a [page](/books), [another](https://author.example/blog/x?a=1&b=2#c) and [mail](mailto:a@b.example).',
    '> Said.',
    '- one\n- two',
    '***',
    '![A hall](/images/abc "At night")',
    '<script>alert(1)</script>',
  ].join('\n\n')

  async function filled() {
    const site = await open()
    await site.addPost({ title: 'Tea & <Doors>', slug: 'tea', content: everything, tags: ['a', 'b & c'] })
    await site.addPost({ title: 'Plain', slug: 'plain', content: everything, format: 'plain', category: 'Notes' })
    await site.addStory({ title: 'The Wall', content: everything, publicationDate: '2025-12-31' })
    return site
  }
  const rfc822 =
    /^(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d (Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec) \d{4} \d\d:\d\d:\d\d GMT$/
  const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/
  const whole = /^https:\/\/author\.example\//
  const addresses = (html: string) => [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address]) => address)
  const decode = (xml = '') =>
    xml.replace(
      /&(amp|lt|gt|quot|#39);/g,
      (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
    )

  test('RSS 2.0: one channel of items, dates after RFC 822, whole addresses, and no id twice', async () => {
    const xml = await (await filled()).rss()
    const elements = elementsOf(xml, { isXml: true })
    expect(elements[0]).toBe('rss version xmlns:atom xmlns:content xmlns:dc')
    expect(elements.filter((element) => element.startsWith('rss channel item '))).toHaveLength(3 * 8 + 4)
    for (const needed of ['title', 'link', 'description']) {
      expect(elements.filter((element) => element === `rss channel ${needed} `)).toHaveLength(1)
      expect(elements.filter((element) => element === `rss channel item ${needed} `)).toHaveLength(3)
    }
    for (const date of [...between(xml, 'pubDate'), ...between(xml, 'lastBuildDate')]) expect(date).toMatch(rfc822)
    for (const link of between(xml, 'link')) expect(link).toMatch(whole)
    expect(new Set(between(xml, 'guid')).size).toBe(3)
    for (const section of between(xml, 'category')) expect(section?.trim()).not.toBe('')
  })

  test('what stands in an item is markup by itself, of nothing that could act, and leads nowhere by half an address', async () => {
    const site = await filled()
    const inRss = between(await site.rss(), 'content:encoded').map(decode)
    const inJson = (await site.json()).items.map((item: { content_html: string }) => item.content_html)
    expect(inRss).toEqual(inJson)
    for (const html of inRss) {
      for (const element of elementsOf(html)) {
        expect(element).toMatch(/^(?:[a-z0-9]+ )+(?:(?:alt|start|href→(?:https|mailto):|src→https:) ?)*$/)
        expect(element).not.toMatch(/script|style|iframe|form/)
      }
      for (const address of addresses(html)) expect(URL.canParse(address ?? '')).toBe(true)
    }
    expect(inRss.flatMap((html) => addresses(html))).toContain('https://author.example/blog/x?a=1&amp;b=2#c')
  })

  test('JSON Feed 1.1: what is required is there, dates after RFC 3339, and no id twice', async () => {
    const feed = await (await filled()).json()
    expect(feed.version).toBe('https://jsonfeed.org/version/1.1')
    for (const address of [feed.home_page_url, feed.feed_url, feed.authors[0].url]) expect(address).toMatch(whole)
    expect(new Set(feed.items.map((item: { id: string }) => item.id)).size).toBe(3)
    for (const item of feed.items) {
      for (const date of [item.date_published, item.date_modified]) expect(date).toMatch(rfc3339)
      for (const address of [item.url, item.image]) expect(address).toMatch(whole)
      expect(item.content_html).not.toBe('')
      expect(item.content_text).not.toMatch(/&lt;|<p>/)
      for (const tag of item.tags) expect(typeof tag).toBe('string')
    }
  })
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
    // Her name was saved that day; her terms are as the program has them.
    '/about': '2026-01-15',
    '/terms-of-service': '2025-07-26',
  })
  expect(xml).not.toContain('draft')
})

import { describe, expect, test } from 'vitest'
import { siteMap } from '#app/routes.tsx'
import { toMoment } from '#features/blog/published-date.ts'
import { paths } from '#lib/paths.ts'
import { openDesk } from '#tests/support/content.ts'
import { seenIn } from '#tests/support/markup.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const origin = 'https://author.example'
const aCard = /^https:\/\/author\.example\/share\/post\/the-quiet-room\.[a-z0-9]{14}\.png$/

async function open(options: Parameters<typeof createTestApp>[0] = {}) {
  const app = await createTestApp(options)
  const read = async (path: string) => {
    const response = await app.request(path)
    const html = await response.text()
    return { status: response.status, html, head: html.slice(0, html.indexOf('</head>')), graph: graphOf(html) }
  }
  return { ...app, ...(await openDesk(app)), read }
}

function graphOf(html: string): Record<string, unknown>[] {
  const [, block] = html.match(/<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/) ?? []
  return block ? JSON.parse(block)['@graph'] : []
}

const aFullPost = {
  title: 'The Quiet Room',
  slug: 'the-quiet-room',
  excerpt: 'About a room.',
  content: 'One two three.\n\n  Four.',
  coverImage: 'https://pictures.example/room.jpg',
  category: 'Notes',
  tags: ['doors', 'dread'],
  publishedDate: '2025-11-01T09:00:00Z',
}

describe('a post', () => {
  test('bears the day it came out where the author lives, on its page, in the list and on the home page', async () => {
    const { addPost, read } = await open()
    await addPost({ ...aFullPost, publishedDate: '2025-01-16T02:30:00Z' })
    for (const path of ['/blog/the-quiet-room', '/blog', '/']) {
      expect((await read(path)).html).toContain('<time dateTime="2025-01-16T02:30:00.000Z">January 15, 2025</time>')
    }
  })

  test('filed with a day and no time bears that day', async () => {
    const { addPost, read } = await open()
    await addPost({ ...aFullPost, publishedDate: '2025-11-01' })
    expect((await read('/blog/the-quiet-room')).html).toContain('>November 1, 2025</time>')
  })

  test('given an evening that is midnight in UTC bears the day of that evening', async () => {
    const { addPost, read } = await open()
    const evening = { publishedDate: '2025-01-15', publishedTime: '19:00' }
    await addPost({ ...aFullPost, publishedDate: toMoment(evening, null, new Date()) })
    expect((await read('/blog/the-quiet-room')).html).toContain('>January 15, 2025</time>')
  })

  test('says in its head what it is, when it was published and under what', async () => {
    const { addPost, read } = await open()
    await addPost(aFullPost)
    const { status, head } = await read('/blog/the-quiet-room')
    expect(status).toBe(200)
    expect(head).toContain('<title>The Quiet Room | Ines Calder</title>')
    expect(head).toContain('<meta name="description" content="About a room."')
    expect(head).toContain(`<link rel="canonical" href="${origin}/blog/the-quiet-room"`)
    const property = (name: string) =>
      [...head.matchAll(new RegExp(`<meta property="${name}" content="([^"]*)"`, 'g'))].map(([, value]) => value)
    expect(property('og:type')).toEqual(['article'])
    expect(property('article:published_time')).toEqual(['2025-11-01T09:00:00.000Z'])
    expect(property('article:modified_time')).toEqual(['2026-01-15T12:00:00.000Z'])
    expect(property('article:section')).toEqual(['Notes'])
    expect(property('article:tag')).toEqual(['doors', 'dread'])
    expect(property('og:image')).toEqual([expect.stringMatching(aCard)])
  })

  test('describes itself to search engines as a BlogPosting', async () => {
    const { addPost, read } = await open()
    await addPost(aFullPost)
    const { graph } = await read('/blog/the-quiet-room')
    expect(graph.find((thing) => thing['@type'] === 'BlogPosting')).toEqual({
      '@type': 'BlogPosting',
      headline: 'The Quiet Room',
      url: `${origin}/blog/the-quiet-room`,
      datePublished: '2025-11-01T09:00:00.000Z',
      dateModified: '2026-01-15T12:00:00.000Z',
      author: { '@type': 'Person', '@id': `${origin}/#author`, name: 'Ines Calder', url: `${origin}/about` },
      description: 'About a room.',
      image: [expect.stringMatching(aCard), 'https://pictures.example/room.jpg'],
      inLanguage: 'en-CA',
      articleSection: 'Notes',
      keywords: ['doors', 'dread'],
      wordCount: 4,
      mainEntityOfPage: `${origin}/blog/the-quiet-room`,
    })
  })

  test('without an excerpt is described by how it begins, cut to 160 characters', async () => {
    const { addPost, read } = await open()
    await addPost({ content: 'Once there was a door. '.repeat(30) })
    const [, description = ''] =
      (await read('/blog/the-quiet-room')).head.match(/<meta name="description" content="([^"]*)"/) ?? []
    expect(description).toMatch(/^Once there was a door\./)
    expect(description.length).toBeLessThanOrEqual(160)
  })

  test('loads its cover without telling where the reader is', async () => {
    const { addPost, read } = await open()
    await addPost(aFullPost)
    const [cover = ''] = (await read('/blog/the-quiet-room')).html.match(/<img [^>]*room\.jpg[^>]*>/) ?? []
    expect(cover).toContain('referrerPolicy="no-referrer"')
    expect(cover).toMatch(/width="1280" height="720"/)
  })

  test('of 200 kB is one document without a script of its own', async () => {
    const { addPost, read } = await open()
    await addPost({ content: 'A quiet room.\n\n'.repeat(13_500) })
    const { html } = await read('/blog/the-quiet-room')
    expect(html.length).toBeGreaterThan(400_000)
    expect([...html.matchAll(/<script(?![^>]*\b(?:src|type)=)/g)]).toHaveLength(1)
    expect(html).not.toMatch(/\sstyle=/)
  })

  test('that is not there answers 404 and stays out of every index', async () => {
    const { status, head, graph } = await (await open()).read('/blog/never-written')
    expect(status).toBe(404)
    expect(head).toContain('content="noindex, nofollow"')
    expect(head).not.toContain('rel="canonical"')
    expect(graph).toEqual([])
  })
})

describe('the list', () => {
  test('describes itself as a Blog with its latest posts', async () => {
    const { addPost, read } = await open()
    for (let day = 1; day <= 22; day++) {
      await addPost({ title: `Post ${day}`, publishedDate: new Date(Date.UTC(2025, 0, day)).toISOString() })
    }
    const { graph } = await read('/blog')
    const blog = graph.find((thing) => thing['@type'] === 'Blog')
    const posts = blog?.blogPost as { headline: string; url: string }[]
    expect(posts).toHaveLength(20)
    expect(posts[0]).toMatchObject({ '@type': 'BlogPosting', headline: 'Post 22', url: `${origin}/blog/post-22` })
  })

  test('carries the cards and not every word of every post', async () => {
    const { addPost, read } = await open()
    await addPost({ excerpt: 'In short.', content: 'THE WHOLE OF IT' })
    const { html } = await read('/blog')
    expect(html).toContain('In short.')
    expect(html).not.toContain('THE WHOLE OF IT')
  })

  test('of a hundred posts still fits into 20 kB', async () => {
    const { addPost, request } = await open()
    for (let day = 1; day <= 100; day++) {
      await addPost({
        title: `A post of day ${day}`,
        excerpt: 'A sentence or two about it, as long as they usually are.',
        publishedDate: new Date(Date.UTC(2025, 0, day)).toISOString(),
      })
    }
    const response = await request('/blog', { headers: { 'accept-encoding': 'br' } })
    expect(Number(response.headers.get('content-length'))).toBeLessThan(20_000)
    const home = await request('/', { headers: { 'accept-encoding': 'br' } })
    expect(Number(home.headers.get('content-length'))).toBeLessThan(14_000)
  })
})

test('every page names both feeds', async () => {
  const { read } = await open()
  for (const { path } of siteMap.rows.filter((page) => !page.path.includes(':') && page.path !== paths.arc)) {
    const { head } = await read(path)
    expect(head).toMatch(/<link rel="alternate" type="application\/rss\+xml" title="[^"]+" href="\/feed\.xml"/)
    expect(head).toMatch(/<link rel="alternate" type="application\/feed\+json" title="[^"]+" href="\/feed\.json"/)
  }
})

describe('the home page', () => {
  test('shows three stories, the advance list, the letter and two posts', async () => {
    const { addPost, addStory, read } = await open()
    for (let day = 1; day <= 4; day++) {
      await addStory({ title: `Story ${day}`, publicationDate: `2025-01-0${day}`, featured: day === 1 })
      await addPost({ title: `Post ${day}`, publishedDate: `2025-01-0${day}` })
    }
    const { html } = await read('/')
    const headings = [...html.matchAll(/<h3[^>]*>(?:<(?:a|span)[^>]*>)?([^<]+)/g)].map(([, text]) => text)
    expect(headings).toEqual([
      'Story 1',
      'Story 4',
      'Story 3',
      'The advance list',
      'The newsletter',
      'Post 4',
      'Post 3',
    ])
    expect(html).toContain('href="/short-stories/story-1"')
    expect(html).toContain('href="/blog/post-4"')
  })

  test('reads well while there is neither', async () => {
    const { html } = await (await open()).read('/')
    const headings = [...html.matchAll(/<h3[^>]*>([^<]+)/g)].map(([, text]) => text)
    expect(headings).toEqual(['The advance list', 'The newsletter'])
    expect(html).not.toContain('>From the desk<')
  })

  test('offers nothing to read where there is nothing, and the letter under its own name', async () => {
    const { addStory, owner, read } = await open()
    const free = async () => (await read('/')).html.match(/<section id="reader-magnets".*?<\/section>/s)?.[0] ?? ''
    await owner.put('/api/owner/shelves/roles', { advance: null, free: null })
    const empty = await free()
    expect(seenIn(empty)).toMatch(/^The newsletter/)
    expect([...empty.matchAll(/href="([^"]+)"/g)].map(([, href]) => href)).toEqual(['/signup'])
    expect(empty).not.toContain('<h3')
    await addStory({ title: 'Night Crossing' })
    expect(seenIn(await free())).toMatch(/^Read something for free.*Night Crossing.*The newsletter/)
  })
})

describe('where there is no story yet', () => {
  test.each([
    ['/blog', '/#reader-magnets'],
    ['/short-stories', '/signup'],
    ['/nowhere', '/short-stories'],
  ])('%s leads on to %s and promises none', async (path, href) => {
    const { html } = await (await open()).read(path)
    const [, main = ''] = html.match(/<main[^>]*>(.*?)<\/main>/s) ?? []
    expect(main).toContain(`href="${href}"`)
    expect(seenIn(main)).not.toMatch(/Read (a|something)|Browse Books/)
  })
})

test('the lists a browser asks for are compressed, and not sent twice', async () => {
  const { addPost, addStory, request } = await open()
  const long = 'As long as it takes to be worth packing. '.repeat(60)
  await addPost({ title: 'Long', content: long })
  await addStory({ description: long.slice(0, 500).trim() })
  for (const path of ['/api/blog', '/api/short-stories', '/api/latest']) {
    const first = await request(path, { headers: { 'accept-encoding': 'br' } })
    expect([first.status, first.headers.get('content-encoding')]).toEqual([200, 'br'])
    expect(first.headers.get('content-type')).toContain('application/json')
    const etag = first.headers.get('etag') ?? ''
    expect((await request(path, { headers: { 'if-none-match': etag } })).status).toBe(304)
  }
  const etag = (await request('/api/blog')).headers.get('etag') ?? ''
  await addPost()
  expect((await request('/api/blog', { headers: { 'if-none-match': etag } })).status).toBe(200)
})

test('the room of the posts leads to the download links, with posts or without', async () => {
  const { owner, addPost } = await open()
  const read = async () => (await (await owner.request('/admin')).text()).split('<main')[1]
  expect(await read()).toContain('href="/admin/downloads"')
  await addPost()
  expect(await read()).toContain('href="/admin/downloads"')
})

import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { siteMap } from '#app/routes.tsx'
import { paths } from '#lib/paths.ts'
import { testAuthor as author } from '#tests/support/author.ts'
import { arcAddress, testBooks } from '#tests/support/books.ts'
import { openDesk } from '#tests/support/content.ts'
import { seenIn } from '#tests/support/markup.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const origin = 'https://author.example'
/** The address docs/spec.md fixes leads to the advance copy, and is a page only while it is that one's. */
// And letters have a page as soon as one of them stands there: features/letters/web.test.ts.
const notYet: readonly string[] = [paths.arc, paths.letters]
const fixed = siteMap.rows.map((route) => route.path).filter((path) => !notYet.includes(path) && !path.includes(':'))
const bookPages = testBooks.books.filter(({ isHidden }) => !isHidden).map(({ slug }) => paths.book(slug))
const pages = [...fixed, arcAddress, ...bookPages]

type Opened = { response: Response; html: string; head: string }

const opened = new Map<string, Promise<Opened>>()

/** As the first to ask finds it: a page that many tests look at is opened once. */
function open(path: string, options: Parameters<typeof createTestApp>[0] = {}): Promise<Opened> {
  const what = JSON.stringify([path, options])
  const page = opened.get(what) ?? openAnew(path, options)
  opened.set(what, page)
  return page
}

async function openAnew(path: string, options: Parameters<typeof createTestApp>[0]): Promise<Opened> {
  const response = await (await createTestApp(options)).request(path)
  const html = await response.text()
  return { response, html, head: html.slice(0, html.indexOf('</head>')) }
}

const attribute = (html: string, pattern: RegExp) => html.match(pattern)?.[1] ?? ''

function graphOf(html: string): Record<string, unknown>[] {
  const block = attribute(html, /<script type="application\/ld\+json"[^>]*>([\s\S]*?)<\/script>/)
  return block ? JSON.parse(block)['@graph'] : []
}

describe.each(pages)('the page %s', (path) => {
  test('answers 200 with a title, a short description and its own canonical address', async () => {
    const { response, head } = await open(path)
    expect(response.status).toBe(200)
    expect(attribute(head, /<title>([^<]+)<\/title>/)).toContain(author.name)
    const description = attribute(head, /<meta name="description" content="([^"]+)"/)
    expect(description.length).toBeGreaterThan(40)
    expect(description.length).toBeLessThanOrEqual(160)
    expect(attribute(head, /<link rel="canonical" href="([^"]+)"/)).toBe(origin + path)
  })

  test('carries share tags with a 1200 by 630 picture of its own', async () => {
    const { head } = await open(path)
    const property = (name: string) =>
      attribute(head, new RegExp(`<meta (?:property|name)="${name}" content="([^"]+)"`))
    const name = path === '/' ? 'home' : path.slice(1)
    const own = name.match(/^(?:arc|books)\/(.+)$/)?.[1]
    const picture = own ? `share/book/${own}` : `share/page/${name}`
    expect(property('og:image')).toMatch(new RegExp(`^${origin}/${picture}\\.[0-9a-f]{10}\\.png$`))
    expect(property('og:image:width')).toBe('1200')
    expect(property('og:image:height')).toBe('630')
    expect(property('og:url')).toBe(origin + path)
    expect(property('twitter:card')).toBe('summary_large_image')
    expect(property('og:title').length).toBeGreaterThan(2)
  })

  test('has one main heading and does not skip a level', async () => {
    const { html } = await open(path)
    const levels = [...html.matchAll(/<h([1-6])[\s>]/g)].map(([, level]) => Number(level))
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    expect(levels[0]).toBe(1)
    for (const [index, level] of levels.entries()) expect(level - (levels[index - 1] ?? 0)).toBeLessThanOrEqual(1)
  })

  test('holds no style attribute and no script but the one its policy allows by hash', async () => {
    const { response, html } = await open(path)
    expect(html).not.toMatch(/\sstyle=/)
    const inline = [...html.matchAll(/<script(?![^>]*\b(?:src|type)=)[^>]*>([\s\S]*?)<\/script>/g)].map(
      ([, code]) => code,
    )
    expect(inline).toHaveLength(1)
    const hash = createHash('sha256')
      .update(inline[0] ?? '')
      .digest('base64')
    expect(response.headers.get('content-security-policy')).toContain(`'sha256-${hash}'`)
  })

  test('describes itself in structured data that parses', async () => {
    const { html } = await open(path)
    const types = graphOf(html).map((thing) => thing['@type'])
    expect(types).toContain(path === '/' ? 'WebSite' : 'BreadcrumbList')
  })
})

test('every page comes with its heading, its words and its footer, scripts or none', async () => {
  const app = await createTestApp()
  const { addPost, addStory } = await openDesk(app)
  const content = 'She counted the stairs again, and there were as many as there had been.\n\n'.repeat(4)
  const post = await addPost({ content, excerpt: content.slice(0, 200) })
  const story = await addStory({ content, description: content })
  for (const path of [...pages, paths.post(post.slug), paths.story(story.slug)]) {
    const response = await app.request(path)
    expect(response.status, path).toBe(200)
    const html = await response.text()
    const [, main = ''] = html.match(/<main[^>]*>([\s\S]*)<\/main>/) ?? []
    expect(main.match(/<h1[\s>]/g), path).toHaveLength(1)
    expect(seenIn(main).length, path).toBeGreaterThan(80)
    expect(html.slice(html.indexOf('</main>')), path).toContain('<footer')
  }
})

test.each([
  ['/books', 1],
  ['/', 1],
  ['/no-such-page', 1],
  ['/signup', 0],
  [arcAddress, 0],
  ['/contact', 0],
])('the footer of %s has %i boxes for an address: none where the page asks already', async (path, count) => {
  const { html } = await open(path)
  const [, footer = ''] = html.match(/<footer([\s\S]*)<\/footer>/) ?? []
  expect(footer).not.toBe('')
  expect(footer.match(/<input[^>]*type="email"/g) ?? []).toHaveLength(count)
})

test('the description of the terms names no place: each author has her own', async () => {
  const { head } = await open('/terms-of-service')
  expect(attribute(head, /name="description" content="([^"]+)/)).not.toMatch(/Ontario|Canada/)
})

test('no two pages share a title or a description', async () => {
  // The same book has two: one to ask for it ahead, and one of its own.
  const heads = await Promise.all(pages.map(async (path) => (await open(path)).head))
  expect(new Set(heads.map((head) => attribute(head, /<title>([^<]+)/))).size).toBe(pages.length)
  expect(new Set(heads.map((head) => attribute(head, /name="description" content="([^"]+)/))).size).toBe(pages.length)
})

test('every internal link of every page leads to a page, and every anchor to an element of it', async () => {
  const app = await createTestApp()
  const html = new Map(
    await Promise.all(pages.map(async (path) => [path, await (await app.request(path)).text()] as const)),
  )
  const broken: string[] = []
  for (const [page, text] of html) {
    for (const [, href = ''] of text.matchAll(/<a (?![^>]*\bdownload=)[^>]*href="(\/[^"]*|#[^"]*)"/g)) {
      const [path, anchor] = href.startsWith('#') ? [page, href.slice(1)] : href.split('#')
      const target = html.get(path ?? '')
      if (!target || (anchor && !target.includes(` id="${anchor}"`))) broken.push(`${page}: ${href}`)
    }
  }
  expect(broken).toEqual([])
})

describe('structured data', () => {
  test('the home page names the website and its author, without placeholder profiles', async () => {
    const graph = graphOf((await open('/')).html)
    const person = graph.find((thing) => thing['@type'] === 'Person')
    expect(person).toMatchObject({ '@id': `${origin}/#author`, name: author.name, jobTitle: 'Author' })
    expect(person?.sameAs).not.toContain('#')
    expect(graph.find((thing) => thing['@type'] === 'WebSite')).toMatchObject({
      publisher: { '@id': `${origin}/#author` },
    })
  })

  test('the books page describes its books, and each series with its parts', async () => {
    const graph = graphOf((await open('/books')).html)
    const books = graph.filter((thing) => thing['@type'] === 'Book')
    expect(books.map(({ name }) => name)).toEqual(['The Ferry Ledger', 'The Last Pilot', 'Low Water', 'Slack Tide'])
    expect(books[0]).toMatchObject({ numberOfPages: 321 })
    const series = graph.filter((thing) => thing['@type'] === 'BookSeries')
    expect(series.map((thing) => [thing.name, thing.numberOfItems])).toEqual([['The Harbour Books', 2]])
  })

  const offersOf = async (today: string, path = '/books') => {
    const graph = graphOf((await open(path, { today })).html)
    return graph.find((thing) => thing['@type'] === 'Book' && thing.name === 'The Ferry Ledger')
  }

  test('a book that is out can be had in its shops at its price, by its number and in its format', async () => {
    const book = await offersOf('2025-11-01')
    expect(book).toMatchObject({ creativeWorkStatus: 'Published', url: `${origin}/books/the-ferry-ledger` })
    const availability = 'https://schema.org/InStock'
    const offer = (name: string, url: string) => ({
      '@type': 'Offer',
      url,
      seller: { '@type': 'Organization', name },
      price: '6.99',
      priceCurrency: 'GBP',
      availability,
    })
    const offers = [
      offer('Every shop', 'https://books.example/the-ferry-ledger'),
      offer('Kobo', 'https://kobo.example/the-ferry-ledger'),
    ]
    expect(book?.offers).toEqual(offers)
    expect(book?.workExample).toEqual([
      {
        '@type': 'Book',
        name: 'The Ferry Ledger',
        bookFormat: 'https://schema.org/EBook',
        isbn: '9780306406157',
        datePublished: '2025-11-01',
        offers,
      },
    ])
    expect(await offersOf('2025-11-01', '/books/the-ferry-ledger')).toEqual(book)
  })

  test('one that is not out yet is upcoming, and can be ordered ahead', async () => {
    const book = await offersOf('2025-10-31')
    expect(book).toMatchObject({ creativeWorkStatus: 'Upcoming', datePublished: '2025-11-01' })
    expect(book?.offers).toMatchObject([
      { availability: 'https://schema.org/PreOrder' },
      { availability: 'https://schema.org/PreOrder' },
    ])
    expect(await offersOf('2025-10-31', arcAddress)).toEqual(book)
  })

  test('what is not known of a book is not said', async () => {
    const graph = graphOf((await open('/books/the-last-pilot')).html)
    const book = graph.find((thing) => thing['@type'] === 'Book')
    expect(Object.keys(book ?? {}).sort()).toEqual(
      [
        '@id',
        '@type',
        'author',
        'creativeWorkStatus',
        'datePublished',
        'description',
        'inLanguage',
        'name',
        'url',
      ].sort(),
    )
  })

  test('the way to a book leads over the shelves', async () => {
    const graph = graphOf((await open('/books/low-water')).html)
    const crumbs = graph.find((thing) => thing['@type'] === 'BreadcrumbList')?.itemListElement
    expect(crumbs).toMatchObject([
      { position: 1, name: 'Home', item: `${origin}/` },
      { position: 2, name: 'Books', item: `${origin}/books` },
      { position: 3, name: 'Low Water', item: `${origin}/books/low-water` },
    ])
  })

  test('the challenge page describes its two videos', async () => {
    const videos = graphOf((await open('/house-hippo-challenge')).html).filter(
      (thing) => thing['@type'] === 'VideoObject',
    )
    expect(videos).toHaveLength(2)
    for (const video of videos)
      expect(video).toMatchObject({ uploadDate: expect.stringMatching(/Z$/), thumbnailUrl: expect.any(String) })
  })
})

test.each(pages)('everything %s refers to is described on it', async (path) => {
  const graph = graphOf((await open(path)).html)
  const described = new Set(graph.map((thing) => thing['@id']))
  const referred = [...JSON.stringify(graph).matchAll(/\{"@id":"([^"]+)"(?:,"position":\d+)?\}/g)].map(([, id]) => id)
  expect(referred.filter((id) => !described.has(id))).toEqual([])
})

describe('the books page', () => {
  test('shows the titles shelf by shelf, each with a way to buy it, or with its day', async () => {
    const { html } = await open('/books')
    const titles = [...html.matchAll(/<h3[^>]*><a[^>]*>([^<]+)<\/a><\/h3>/g)].map(([, title]) => title)
    expect(titles).toEqual(['The Ferry Ledger', 'The Last Pilot', 'Low Water', 'Slack Tide'])
    expect(html.match(/>Purchase</g)).toHaveLength(3)
    expect(seenIn(html)).toContain('Publishes March 1, 2027')
  })

  test('says on each book of a series, for everybody to see, which series it is and where in it', async () => {
    const seen = seenIn((await open('/books')).html)
    for (const order of [1, 2]) expect(seen).toContain(`The Harbour Books, Book ${order}`)
    expect(seen).toContain('Start with Low Water.')
  })

  test('with nothing on it says so', async () => {
    const { html } = await open('/books', { hasBooks: false })
    expect(seenIn(html)).toContain('Book catalog coming soon. Check back for updates!')
    expect(html).not.toContain('>Purchase<')
  })
})

describe('the publication date', () => {
  test('before it the pages speak of an upcoming book', async () => {
    expect((await open('/', { today: '2025-10-31' })).html).toContain('The next book')
    expect((await open(arcAddress, { today: '2025-10-31' })).html).toContain('Publishes November 1, 2025')
  })

  test('from that day on they speak of a book that is out', async () => {
    expect((await open('/', { today: '2025-11-01' })).html).toContain('Out now')
    expect((await open(arcAddress, { today: '2025-11-01' })).html).toContain(
      'The book is out; the list is for the next one.',
    )
  })

  test('until that day the advance page offers that book and nothing to buy', async () => {
    const app = await createTestApp({ today: '2025-10-31' })
    const html = await (await app.request(arcAddress)).text()
    expect(html).toContain('Get My ARC Copy')
    expect(html).toContain('to send you one advance reader copy, with the few letters needed to deliver it.')
    expect(html).not.toContain('Purchase')
    const sent = await (await app.postForm(arcAddress, { email: 'juror@home.example' })).text()
    expect(sent).toContain('You&#x27;re signed up for your The Ferry Ledger ARC copy. Details coming soon!')
    expect(sent).not.toContain('already out')
  })

  test('from that day on everything on the advance page speaks of the next book, and the book itself comes first', async () => {
    const app = await createTestApp({ today: '2025-11-01' })
    const html = await (await app.request(arcAddress)).text()
    expect(html).not.toContain('Get My ARC Copy')
    expect(seenIn(html)).not.toContain('one advance reader copy, with the few letters')
    expect(html).toContain('one advance reader copy of the next book after The Ferry Ledger, with the few letters')
    expect(html).toContain('This form is for one book, the next one. It does not put you on the newsletter.')
    const [purchase = '', send = ''] = ['Purchase<', 'Join the ARC List<'].map(
      (label) => html.slice(0, html.indexOf(label)).match(/<(?:a|button)[^>]*>(?:<span[^>]*>)*$/)?.[0] ?? '',
    )
    expect(html.indexOf(purchase)).toBeLessThan(html.indexOf(send))
    expect([purchase.includes('bg-accent'), send.includes('bg-accent')]).toEqual([true, false])
    const sent = await (await app.postForm(arcAddress, { email: 'juror@home.example' })).text()
    expect(sent).toContain('You&#x27;re signed up for your The Ferry Ledger ARC copy. Details coming soon!')
    expect(sent).toContain('The book is out, so your copy will be of the next one.')
  })
})

test('the contact page asks for nothing its form has no place for', async () => {
  expect((await open('/contact')).html).not.toMatch(/subject line/i)
})

describe('an unknown address', () => {
  test('answers 404 with the developer hint, the path as text, and no place in an index', async () => {
    const { response, html, head } = await open('/no/<b>such</b>/page')
    expect(response.status).toBe(404)
    expect(html).toContain('404 Page Not Found')
    expect(html).toContain('Did you forget to add the page to the router?')
    expect(html).not.toContain('<b>such')
    expect(head).toContain('content="noindex, nofollow"')
    expect(head).not.toContain('rel="canonical"')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('a missing post answers 404 with its own words', async () => {
    const { response, html } = await open('/blog/never-written')
    expect(response.status).toBe(404)
    expect(html).toContain('Post Not Found')
    expect(html).toContain('The blog post you&#x27;re looking for doesn&#x27;t exist or has been removed.')
    expect(html).toContain('Back to Blog')
  })

  test('a trailing slash is put right for good', async () => {
    const { response } = await open('/books/')
    expect([response.status, response.headers.get('location')]).toEqual([308, '/books'])
  })

  test('/reader-magnets leads to its section of the home page', async () => {
    const { response } = await open('/reader-magnets')
    expect([response.status, response.headers.get('location')]).toEqual([308, '/#reader-magnets'])
    expect((await open('/')).html).toContain('id="reader-magnets"')
  })
})

test('the sitemap lists every page, and each answers', async () => {
  const app = await createTestApp()
  const xml = await (await app.request('/sitemap.xml')).text()
  const locations = [...xml.matchAll(/<loc>([^<]+)<\/loc><lastmod>\d{4}-\d\d-\d\d<\/lastmod>/g)].map(
    ([, url = '']) => url,
  )
  expect(locations.map((url) => url.replace(origin, ''))).toEqual(pages)
  for (const url of locations) expect((await app.request(url.replace(origin, ''))).status, url).toBe(200)
  expect(await (await app.request('/robots.txt')).text()).toContain(`Sitemap: ${origin}/sitemap.xml`)
})

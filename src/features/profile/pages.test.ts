import { describe, expect, test } from 'vitest'
import type { ListedBook } from '#features/books/contract.ts'
import { type PageEntry, type PageKey, type PagePlace, usualPages } from '#lib/site-pages.ts'
import { testAuthor } from '#tests/support/author.ts'
import { arcAddress, freeFile } from '#tests/support/books.ts'
import { aMessage } from '#tests/support/contact.ts'
import { elementsOf, seenIn } from '#tests/support/markup.ts'
import { openProfile } from '#tests/support/profile.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { textsOf } from './fields.ts'

async function open() {
  const app = await openProfile()
  return {
    ...app,
    place: (places: Partial<Record<PageKey, PagePlace>>) => app.save({ pages: placed(places) }),
  }
}

function placed(places: Partial<Record<PageKey, PagePlace>>): PageEntry[] {
  return testAuthor.pages.map((page) => ({ ...page, place: places[page.key] ?? page.place }))
}

/** The links of the head's menu, as they stand. */
function menuOf(html: string): string[] {
  const nav = html.match(/<header.*?<nav aria-label="Main".*?<ul[^>]*>(.*?)<\/ul>/s)?.[1] ?? ''
  return [...nav.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, href, label]) => `${label} ${href}`)
}

const usualMenu = [
  'Home /',
  'Books /books',
  'Short Stories /short-stories',
  `The Ferry Ledger - ARC ${arcAddress}`,
  'About Author /about',
  'Blog /blog',
  'Contact /contact',
]

describe('the menu', () => {
  test('is as it always was until she changes it', async () => {
    const app = await open()
    expect(menuOf(await app.text('/'))).toEqual(usualMenu)
  })

  test('has her names and her order, on every page and in the footer', async () => {
    const app = await open()
    const named = testAuthor.pages.map((page) => (page.key === 'blog' ? { ...page, label: 'Field Notes' } : page))
    const blog = named.filter(({ key }) => key === 'blog')
    await app.save({ pages: [...blog, ...named.filter(({ key }) => key !== 'blog')] })
    for (const path of ['/', '/about', '/short-stories']) {
      const page = await app.text(path)
      expect(menuOf(page)[0], path).toBe('Field Notes /blog')
      expect(page.slice(page.indexOf('<footer')), path).toContain('>Field Notes</a>')
      expect(menuOf(page), path).not.toContain('Blog /blog')
    }
  })

  test('names no page that is quiet, which can be opened all the same', async () => {
    const app = await open()
    await app.place({ about: 'quiet', press: 'menu' })
    expect(menuOf(await app.text('/'))).toContain('Press /press')
    expect(menuOf(await app.text('/'))).not.toContain('About Author /about')
    expect(await app.status('/about')).toBe(200)
    expect(await app.text('/sitemap.xml')).toContain('/about<')
  })

  test('too long for the head is behind its button on every screen', async () => {
    const app = await open()
    const isBehind = async () => !(await app.text('/')).match(/<nav aria-label="Main" class="[^"]*[^" ]*:flex/)
    expect(await isBehind()).toBe(false)
    await app.save({ pages: testAuthor.pages.map((page) => ({ ...page, label: `${page.label} and more of it` })) })
    expect(await isBehind()).toBe(true)
  })
})

type Closed = { key: PageKey; gone: string[]; shown: RegExp }

/** What answers 404 with each page, and what of it must be seen nowhere. */
const closed: Closed[] = [
  {
    key: 'books',
    gone: [
      ...['/books', '/books/low-water', '/api/books', '/api/books/low-water', '/api/shelves'],
      '/share/book/low-water.png',
    ],
    shown: /href="\/books|\/books[<"/]/,
  },
  {
    key: 'stories',
    gone: [
      '/short-stories',
      '/short-stories/night-crossing',
      '/api/short-stories',
      '/api/short-stories/night-crossing',
    ],
    shown: /\/short-stories|Night Crossing/,
  },
  { key: 'arc', gone: [arcAddress, '/voss-trials', `/api${arcAddress}`, '/api/pages/arc'], shown: /\/arc\/|- ARC/ },
  { key: 'about', gone: ['/about', '/api/pages/about', '/share/page/about.png'], shown: /\/about\b/ },
  {
    key: 'blog',
    gone: [
      '/blog',
      '/blog/low-tide',
      '/api/blog',
      '/api/blog/low-tide',
      '/feed.xml',
      '/feed.json',
      '/share/post/low-tide.png',
    ],
    shown: /\/blog|Low Tide|feed\.(xml|json)/,
  },
  { key: 'contact', gone: ['/contact', '/api/pages/contact'], shown: /\/contact\b/ },
  { key: 'press', gone: ['/press', '/api/press'], shown: /href="\/press/ },
  { key: 'challenge', gone: ['/house-hippo-challenge'], shown: /href="\/house-hippo-challenge/ },
]

const readersPages = [
  ...[
    '/',
    '/books',
    '/short-stories',
    '/short-stories/night-crossing',
    arcAddress,
    '/about',
    '/blog',
    '/blog/low-tide',
  ],
  ...['/contact', '/press', '/signup', '/house-hippo-challenge', '/terms-of-service', '/privacy-policy', '/nowhere'],
  ...['/sitemap.xml', '/feed.xml', '/feed.json', '/robots.txt', '/api/site', '/api/latest', '/api/press'],
]

async function withWork() {
  const app = await open()
  await app.addPost({ title: 'Low Tide', slug: 'low-tide' })
  await app.addStory({ title: 'Night Crossing', slug: 'night-crossing' })
  return app
}

describe.each(closed)('a page that is off: $key', ({ key, gone, shown }) => {
  test('answers like an address that never was, to a stranger and to its owner, and is back when it is on', async () => {
    const app = await withWork()
    const before = await Promise.all(gone.map(app.status))
    await app.place({ [key]: 'off' })
    const nowhere = await app.text('/nowhere')
    for (const path of gone) {
      expect(await app.status(path), path).toBe(404)
      expect((await app.owner.request(path)).status, path).toBe(404)
      if (/^\/[a-z-]+$/.test(path))
        expect(await app.text(path), path).toBe(nowhere.replaceAll('nowhere', path.slice(1)))
      const [one, other] = [await app.post(path, {}), await app.post(`${path}-never`, {})]
      if (!path.startsWith('/api/')) expect(one.status, `POST ${path}`).toBe(other.status)
    }
    await app.place({})
    expect(await Promise.all(gone.map(app.status))).toEqual(before)
  })

  test('is named nowhere a stranger can look', async () => {
    const app = await withWork()
    await app.place({ [key]: 'off' })
    for (const path of readersPages.filter((one) => !gone.includes(one))) {
      expect(await app.text(path), path).not.toMatch(shown)
    }
  })

  test('is closed on another node as soon as that looks', async () => {
    const app = await withWork()
    const other = await createTestApp({ beside: app })
    const [path = ''] = gone
    expect((await other.request(path)).status).toBe(200)
    await app.place({ [key]: 'off' })
    await other.lookForNews()
    expect((await other.request(path)).status).toBe(404)
  })
})

describe('the challenge', () => {
  test('is off until she turns it on, and no page has a word of it', async () => {
    const app = await open()
    expect(usualPages.find(({ key }) => key === 'challenge')?.place).toBe('off')
    await app.save({ pages: usualPages })
    expect(await app.status('/house-hippo-challenge')).toBe(404)
    for (const path of ['/about', '/terms-of-service', '/privacy-policy', '/press']) {
      expect(seenIn(await app.text(path)), path).not.toMatch(/hippo|challenge/i)
    }
    await app.place({ challenge: 'quiet' })
    expect(await app.status('/house-hippo-challenge')).toBe(200)
    expect(await app.text('/about')).toContain('See the House Hippo Challenge')
  })

  test('leaves no empty heading on the About page, where she is nowhere else either', async () => {
    const app = await open()
    const { profile } = await app.read()
    const social = Object.fromEntries(Object.keys(profile.social).map((name) => [name, '']))
    expect(await app.text('/about')).toContain('id="elsewhere"')
    await app.save({ website: '', social, pages: usualPages })
    expect(await app.text('/about')).not.toContain('id="elsewhere"')
  })
})

describe('with a page off', () => {
  test('its words in other texts are words, and nothing of hers is lost', async () => {
    const app = await withWork()
    const content = 'See [the story](/short-stories/night-crossing).'
    await app.addPost({ title: 'High Tide', slug: 'high-tide', content })
    expect(await app.text('/blog/high-tide')).toContain('href="/short-stories/night-crossing"')
    await app.place({ stories: 'off' })
    const post = await app.text('/blog/high-tide')
    expect(post).toContain('the story')
    expect(post).not.toContain('href="/short-stories')
    expect(await app.text('/feed.xml')).not.toContain('/short-stories')
    expect((await (await app.owner.request('/api/owner/short-stories')).json()).map(titleOf)).toEqual([
      'Night Crossing',
    ])
  })

  test('what she writes is by somebody at her first page, where About is off', async () => {
    const app = await withWork()
    const writtenBy = async () => (await (await app.request('/feed.json')).json()).authors[0].url
    expect(await writtenBy()).toMatch(/\/about$/)
    await app.place({ about: 'off' })
    expect(await writtenBy()).toMatch(/[^/]\/$/)
    expect(await app.text('/blog/low-tide')).toContain(`"url":"${await writtenBy()}"`)
  })

  test('the desk goes on writing in it', async () => {
    const app = await withWork()
    await app.place({ blog: 'off' })
    await app.addPost({ title: 'High Tide', slug: 'high-tide' })
    expect((await app.owner.request('/admin')).status).toBe(200)
    expect(await app.status('/blog/high-tide')).toBe(404)
    await app.place({})
    expect(await app.status('/blog/high-tide')).toBe(200)
  })

  test.each([
    ['books', '/admin/books', '/books/'],
    ['blog', '/admin', '/blog/'],
    ['stories', '/admin/stories', '/short-stories/'],
  ] as const)('no list at the desk leads to it: %s', async (key, room, start) => {
    const app = await withWork()
    const html = async () => (await app.owner.request(room)).text()
    expect(await html()).toContain(`href="${start}`)
    await app.place({ [key]: 'off' })
    expect(await html()).not.toContain(`href="${start}`)
    expect(await html()).toContain('Page is off')
  })

  test('she sees it beside its own form, and nobody else does', async () => {
    const app = await withWork()
    await app.place({ blog: 'off' })
    const frame = await app.owner.request('/admin/frame?path=/blog')
    expect([frame.status, await frame.text()]).toEqual([200, expect.stringContaining('Low Tide')])
    expect((await app.request('/admin/frame?path=/blog')).status).not.toBe(200)
  })

  test('a message cannot be sent to it, nor an advance copy asked for', async () => {
    const app = await withWork()
    await app.place({ contact: 'off', arc: 'off' })
    expect((await app.post('/api/contact', aMessage)).status).toBe(404)
    expect((await app.postForm('/contact', aMessage)).status).toBe(404)
    const asked = await app.post('/api/newsletter/signup', { email: 'a@home.example', source: 'voss_trials_arc' })
    expect(asked.status).toBe(410)
    await app.work()
    expect(await app.letters()).toEqual([])
  })

  test('the advance copy tells of no other book, where the books are off', async () => {
    const app = await open()
    const books: ListedBook[] = await (await app.owner.request('/api/owner/books')).json()
    const { id = '' } = books.find(({ slug }) => slug === 'low-water') ?? {}
    await app.owner.put('/api/owner/shelves/roles', { advance: id, free: null })
    const told = async () => (await app.text('/arc/low-water')) + (await app.text('/api/arc/low-water'))
    expect(await told()).toContain('Slack Tide')
    await app.place({ books: 'off' })
    expect(await told()).not.toMatch(/Slack Tide|slack-tide/)
    const { row, shelf, start } = await (await app.request('/api/arc/low-water')).json()
    expect({ row, shelf, start }).toEqual({ row: [], shelf: null, start: null })
    expect([await app.status('/share/book/low-water.png'), await app.status('/share/book/slack-tide.png')]).toEqual([
      200, 404,
    ])
  })

  test('no words name the advance copy, where it is off', async () => {
    const app = await open()
    const { fields, version } = await (await app.owner.request('/api/owner/pages/about')).json()
    const values = Object.fromEntries(fields.map(({ name, value }: { name: string; value: string }) => [name, value]))
    await app.owner.put('/api/owner/pages/about', { values: { ...values, heading: 'About {book}' }, version })
    expect(await app.text('/about')).toContain('About The Ferry Ledger')
    await app.place({ books: 'off', arc: 'off' })
    const about = await app.text('/about')
    expect(about).toContain('About the next book')
    expect(about).not.toContain('The Ferry Ledger')
  })

  test('nobody is told to write to a form that is off', async () => {
    const app = await open()
    await app.save({ email: '', pages: placed({}) })
    expect(await app.text('/privacy-policy')).toContain('the address on the contact page')
    await app.place({ contact: 'off' })
    for (const path of ['/privacy-policy', '/terms-of-service']) {
      expect(await app.text(path), path).not.toMatch(/contact (page|form)/)
    }
    expect(await app.text('/privacy-policy')).toContain(`write to ${testAuthor.name}`)
  })

  test('the page of a closed link says her e-mail address where there is no form, and else nothing', async () => {
    const app = await open()
    const made = await app.owner.post('/api/generate-download-link', { email: 'a@home.example', filename: freeFile })
    const gift = new URL((await made.json()).downloadUrl).pathname.replace('/download/', '/get/')
    const { links } = await (await app.owner.request('/api/owner/download-links')).json()
    expect((await app.owner.delete(`/api/owner/download-links/${links[0].id}`)).status).toBe(200)
    expect(await app.text(gift)).toMatch(/Write to me, and.*href="\/contact"/s)
    await app.place({ contact: 'off' })
    expect(await app.text(gift)).toMatch(/Write to me, and.*href="mailto:letters@calder.example"/s)
    await app.save({ email: '' })
    const [page = ''] = (await app.text(gift)).split('<footer')
    expect(page).toContain('I have closed this link.')
    expect(page).not.toMatch(/Write to me, and|mailto:/)
  })

  test('a link that does not work leads on where there is no form to write with: to the signup, or home who wants to leave', async () => {
    const app = await open()
    const wayOn = async (answer: Response) => {
      const [, main = ''] = (await answer.text()).match(/<main[^>]*>(.*)<\/main>/s) ?? []
      return [...main.matchAll(/<a [^>]*?href="([^"]*)"/g)].map(([, href]) => href).join()
    }
    const failed = async () => [
      await wayOn(await app.postForm('/confirm/never-given', {})),
      await wayOn(await app.postForm('/unsubscribe/never-given', {})),
      await wayOn(await app.request('/get/never-given')),
    ]
    expect(await failed()).toEqual(['/contact', '/contact', '/contact'])
    await app.place({ contact: 'off' })
    expect(await failed()).toEqual(['/signup', '/', '/signup'])
  })

  test('the welcome letter leads to no story, neither by its button nor in her words', async () => {
    const app = await withWork()
    const { fields, version } = await (await app.owner.request('/api/owner/pages/letter-welcome')).json()
    const values = Object.fromEntries(fields.map(({ name, value }: { name: string; value: string }) => [name, value]))
    const body = 'Read [the stories](/short-stories) and [the blog](/blog).'
    await app.owner.put('/api/owner/pages/letter-welcome', { values: { ...values, body }, version })
    await app.place({ stories: 'off' })
    await app.post('/api/newsletter/signup', { email: 'reader@home.example' })
    await app.work()
    const [welcome] = await app.letters()
    expect(welcome?.html).toContain('Read the stories and <a href="https://author.example/blog"')
    expect(`${welcome?.html}${welcome?.text}`).not.toContain('/short-stories')
  })
})

function titleOf({ title }: { title: string }): string {
  return title
}

describe('what cannot be kept is refused in a sentence, and nothing is changed', () => {
  const change = (key: PageKey, more: Record<string, unknown>) =>
    testAuthor.pages.map((page) => (page.key === key ? { ...page, ...more } : page))

  test.each([
    ['a name that is empty', change('blog', { label: '  ' }), 'pages.blog.label', 'needs a name'],
    ['two pages of one name', change('blog', { label: 'books' }), 'pages.blog.label', 'Two pages'],
    ['a name too long', change('blog', { label: 'x'.repeat(41) }), 'pages.blog.label', 'at most 40'],
    ['signs that cannot be kept', change('blog', { label: 'No\u0000tes' }), 'pages.blog.label', 'cannot be kept'],
    ['no first page', change('home', { place: 'off' }), 'pages.home.place', 'cannot be turned off'],
    ['no place to sign up', change('signup', { place: 'off' }), 'pages.signup.place', 'cannot be turned off'],
    ['a page twice', [...testAuthor.pages, ...testAuthor.pages.slice(0, 1)], 'pages.home.place', 'once only'],
    ['a place that is none', change('blog', { place: 'attic' }), 'pages.place', 'where the page is'],
    ['a page that is none', change('blog', { key: 'attic' }), 'pages.key', 'no such page'],
    ['no list', 'all of them', 'pages', ''],
  ])('%s', async (_, pages, field, words) => {
    const app = await open()
    const refused = await app.save({ pages })
    expect(refused.status).toBe(400)
    expect((await refused.json()).fields[field]).toContain(words)
    expect((await app.read()).profile).toEqual(testAuthor)
  })

  test('a part of the first page that is none', async () => {
    const app = await open()
    expect((await app.save({ home: ['cellar'] })).status).toBe(400)
  })

  test('a page that is in no menu may be without a name', async () => {
    const app = await open()
    expect((await app.save({ pages: change('press', { label: '' }) })).status).toBe(200)
  })

  test('a page she has never heard of stands where it usually does', async () => {
    const app = await open()
    await app.save({ pages: testAuthor.pages.filter(({ key }) => key !== 'press') })
    expect((await app.read()).profile.pages.at(-1)).toEqual({ key: 'press', label: 'Press', place: 'quiet' })
  })
})

test('her desk says where the advance copy is asked for, and no address while none is offered', async () => {
  const app = await open()
  const said = async () =>
    (await (await app.owner.request('/admin/site')).text()).match(/The advance copy<\/h3><p[^>]*>(.*?)<\/p>/)?.[1]
  expect(await said()).toBe(arcAddress)
  await app.owner.put('/api/owner/shelves/roles', { advance: null })
  expect(await said()).toBe('')
})

test.each(['<img src=x onerror=alert(1)>', '"><script>alert(1)</script>', '</script><b>', '{constructor}', '‮Blog'])(
  'a name of %j is words and nothing else',
  async (label) => {
    const app = await open()
    const plain = elementsOf(await app.text('/'))
    await app.save({ pages: testAuthor.pages.map((page) => (page.key === 'blog' ? { ...page, label } : page)) })
    expect(elementsOf(await app.text('/'))).toEqual(plain)
  },
)

describe('the first page', () => {
  test('shows what she wants shown, and its front in any case', async () => {
    const app = await withWork()
    const sections = async () =>
      [...((await app.text('/')).split('<footer')[0]?.matchAll(/aria-labelledby="([\w-]+)-title"/g) ?? [])].map(
        ([, id]) => id,
      )
    const all = await sections()
    expect(all).toEqual(expect.arrayContaining(['newest', 'magnets', 'posts', 'support']))
    await app.save({ home: ['posts'] })
    expect(await sections()).toEqual(['posts'])
    await app.save({ home: [] })
    expect(await sections()).toEqual([])
    expect(await app.text('/')).toMatch(/<h1[^>]*>Ines Calder<\/h1>/)
    expect(await app.text('/api/latest')).not.toContain('Low Tide')
  })

  test('tells of nothing that belongs to a page that is off', async () => {
    const app = await withWork()
    await app.place({ blog: 'off', stories: 'off', books: 'off', arc: 'off' })
    const latest = await (await app.request('/api/latest')).json()
    expect(latest).toMatchObject({ front: null, newest: null, shelves: [], stories: [], posts: [] })
  })

  test('has her photograph at its top, with its words and the part that must stay in sight', async () => {
    const app = await open()
    await app.save({ front: 'photograph' })
    expect(await app.text('/')).toContain('hero-curtain')
    await app.save({ photograph: { url: '/images/abc', focal: 'top', alt: 'Ines on a ferry' } })
    const home = await app.text('/')
    expect(home).toMatch(/class="front-photograph"><img[^>]+alt="Ines on a ferry"/)
    expect(home).toMatch(/<img[^>]+data-focal="top"/)
    expect(home).toContain('/fronts/photograph.css')
  })

  test('has the newest cover at its top, or the curtain where no book has one', async () => {
    const app = await open()
    await app.save({ front: 'cover' })
    expect(await app.text('/')).toContain('hero-curtain')
    const books: ListedBook[] = await (await app.owner.request('/api/owner/books')).json()
    const { id = '' } = books.find(({ slug }) => slug === 'the-ferry-ledger') ?? {}
    const book = await (await app.owner.request(`/api/owner/books/${id}`)).json()
    const cover = { kind: 'drawn', motif: 'wave', palette: 'tide', lettering: 'display', seed: 1 }
    expect((await app.owner.put(`/api/owner/books/${id}`, { ...book, cover })).status).toBe(200)
    expect(await app.text('/')).toContain('front-cover')
    expect((await (await app.request('/api/latest')).json()).front.title).toBe('The Ferry Ledger')
    await app.place({ books: 'off', arc: 'off' })
    expect(await app.text('/')).toContain('hero-curtain')
  })

  test('is called by her name and what she writes, or by her name alone', async () => {
    const app = await open()
    const titles = async () =>
      [...(await app.text('/')).matchAll(/<title>([^<]*)<|"og:title" content="([^"]*)"/g)].map(
        ([, title, shared]) => title ?? shared,
      )
    expect(await titles()).toEqual(Array(2).fill('Ines Calder: sea stories and ghost stories'))
    expect((await app.save({ genres: [] })).status).toBe(200)
    expect(await titles()).toEqual(['Ines Calder', 'Ines Calder'])
  })

  test('promises how the newest book begins only where that can be read', async () => {
    const app = await open()
    expect(await app.text('/')).toContain('>Read how it begins</a>')
    const books: ListedBook[] = await (await app.owner.request('/api/owner/books')).json()
    const { id = '' } = books.find(({ slug }) => slug === 'the-ferry-ledger') ?? {}
    const book = await (await app.owner.request(`/api/owner/books/${id}`)).json()
    expect((await app.owner.put(`/api/owner/books/${id}`, { ...book, opening: '' })).status).toBe(200)
    const home = await app.text('/')
    expect(home).not.toContain('>Read how it begins</a>')
    expect(home).toContain('>Read more about it</a>')
  })

  test('hangs the usual curtain without a sheet of its own', async () => {
    const app = await open()
    expect(await app.text('/')).not.toContain('/fronts/')
    await app.save({ figure: 'door' })
    expect(await app.text('/')).toContain('/fronts/door.css')
  })
})

test('what cannot be kept yet holds up nothing else in the frame beside the form', async () => {
  const app = await open()
  const fields = { tagline: 'Told by the tide.', 'social.facebook': 'facebook.example/ines', name: '' }
  await app.owner.put('/api/owner/drafts/site/profile', { fields, baseVersion: 1, writer: 'a-window' })
  const frame = await (await app.owner.request('/admin/frame?path=/')).text()
  expect(frame).toContain('Told by the tide.')
  expect(frame).toContain(testAuthor.name)
})

test('what she is trying out is in the frame beside the form, and on no page of the site', async () => {
  const app = await open()
  const { profile } = await app.read()
  expect(profile.pages).toEqual(testAuthor.pages)
  const changes = { 'pages.blog.place': 'off', 'pages.about.label': 'Who I Am', home: 'support' }
  const fields = { ...textsOf(profile), ...changes }
  const kept = await app.owner.put('/api/owner/drafts/site/profile', { fields, baseVersion: 1, writer: 'a-window' })
  expect(kept.status).toBe(200)
  const frame = await (await app.owner.request('/admin/frame?path=/')).text()
  expect(menuOf(frame)).toContain('Who I Am /about')
  expect(frame).not.toMatch(/\/blog|magnets-title/)
  expect(menuOf(await app.text('/'))).toContain('Blog /blog')
})

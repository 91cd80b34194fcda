import { describe, expect, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import { samplePack } from '#app/pack.server.ts'
import { siteMap } from '#app/routes.tsx'
import { pageCards } from '#app/share-cards.server.ts'
import { wordSets } from '#app/word-sets.server.ts'
import type { OwnerShelf } from '#features/books/contract.ts'
import { blankProfile } from '#features/profile/contract.ts'
import { saveProfile } from '#features/profile/service.server.ts'
import type { SamplesState } from '#features/samples/contract.ts'
import { type PageEntry, usualPages } from '#lib/site-pages.ts'
import { testAuthor } from '#tests/support/author.ts'
import { aMessage } from '#tests/support/contact.ts'
import { openDesk } from '#tests/support/content.ts'
import { seenIn } from '#tests/support/markup.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const pack = samplePack ?? expect.unreachable('these tests are about the sample pack')
const day = 86_400_000

async function open() {
  const app = await createTestApp({ hasSamples: true, env: { RATE_LIMIT: 'off' } })
  const { owner, ...desk } = await openDesk(app)
  const ask = async (act: string): Promise<SamplesState> => (await owner.post(`/api/owner/samples/${act}`)).json()
  return {
    ...app,
    ...desk,
    owner,
    state: async (): Promise<SamplesState> => (await owner.request('/api/owner/samples')).json(),
    remove: () => ask('remove'),
    bringBack: () => ask('bring-back'),
    profile: async () => (await owner.request('/api/owner/site')).json(),
    titles: async (path: string) => {
      const items: { title: string }[] = await (await app.request(path)).json()
      return items.map(({ title }) => title).sort()
    },
    text: async (path: string) => (await app.request(path)).text(),
  }
}

type Site = Awaited<ReturnType<typeof open>>

const pages = siteMap.rows.map(({ path }) => path).filter((path) => !path.includes(':'))
const files = [
  '/feed.xml',
  '/feed.json',
  '/sitemap.xml',
  '/robots.txt',
  '/.well-known/security.txt',
  '/api/site',
  '/api/books',
  '/api/shelves',
  '/api/blog',
  '/api/short-stories',
  '/api/press',
  '/site.webmanifest',
]
const keys = ['/confirm/none', '/unsubscribe/none', '/get/none', '/blog/none', '/short-stories/none', '/nowhere']

/** Everything that leaves the house, with the letters that are written meanwhile. */
async function everythingSaid(app: Site): Promise<[string, string][]> {
  const said: [string, string][] = []
  for (const path of [...pages, ...files, ...keys]) said.push([path, await app.text(path)])
  const cards = Object.entries(pageCards(app.deps.site()))
  for (const [page, card] of cards) said.push([`card of ${page}`, JSON.stringify(card)])
  for (const { name, kind } of wordSets) if (kind === 'page') said.push([name, await app.text(`/api/pages/${name}`)])
  await app.post('/api/newsletter/signup', { email: 'reader@home.example', source: 'signup_page' })
  await app.post('/api/newsletter/signup', { email: 'second@home.example', source: 'voss_trials_arc' })
  await app.post('/api/contact', aMessage)
  await app.work()
  for (const { kind, subject, text, html, reply_to_email } of await app.letters()) {
    said.push([`letter ${kind}`, [subject, text, html, reply_to_email].join('\n')])
  }
  return said
}

/** Sentences that nobody says but the sample. */
function sampleSentences(): string[] {
  const originals = wordSets.flatMap(({ fields }) => Object.values(fields).map(({ original }) => original)).join('\n')
  const texts = [
    ...Object.values(pack.words).flatMap((words) => Object.values(words)),
    ...[...pack.posts, ...pack.stories, ...pack.books.books, ...pack.books.series].flatMap((work) =>
      Object.values(work).filter((one) => typeof one === 'string'),
    ),
    pack.profile.tagline,
    pack.profile.shortBio,
  ]
  return texts
    .flatMap((text) => text.split(/\n|(?<=[.?!]) /))
    .map((sentence) => sentence.replace(/^[-#>\s]+/, '').trim())
    .filter((sentence) => sentence.length > 15 && !/[{}*_&"'<>[\]:]/.test(sentence) && !originals.includes(sentence))
}

const titles = [...pack.books.books, ...pack.posts, ...pack.stories].map((work) => (work as { title: string }).title)
const marks = new RegExp(
  `Odile|Marsh\\b|odilemarsh|Port Ansel|Lake Erie|crowdfunding\\.example|coffee\\.example|househippo\\.example|${titles.join('|')}`,
)

describe('after the sample was removed', () => {
  test('no page, letter, feed, file or structured data says a word of it', async () => {
    const app = await open()
    // Beside the sample's, which stand alone too: their shelf stays when they go.
    await app.owner.post('/api/owner/books', { title: 'Neap Tide' })
    const before = (await everythingSaid(app)).map(([, text]) => text).join('\n')
    const sentences = sampleSentences()
    expect(before).toMatch(marks)
    expect(sentences.filter((sentence) => before.includes(sentence)).length).toBeGreaterThan(100)
    await app.db.deleteFrom('letters').execute()
    expect((await app.remove()).left).toEqual([])
    expect(await app.text('/books')).toContain('Neap Tide')
    for (const [place, text] of await everythingSaid(app)) {
      expect(text, place).not.toMatch(marks)
      expect(
        sentences.filter((sentence) => text.includes(sentence)),
        place,
      ).toEqual([])
    }
  })

  test('what she has changed is there, word for word, and only that', async () => {
    const app = await open()
    const { profile, version } = await app.profile()
    await app.owner.put('/api/owner/site', { ...profile, version, tagline: 'Mine, all of it.' })
    const about = await (await app.owner.request('/api/owner/pages/about')).json()
    await app.owner.put('/api/owner/pages/about', { values: { bio: 'She was born at sea.' }, version: about.version })
    const [post] = await (await app.request('/api/blog')).json()
    await app.owner.put(`/api/blog/${post.id}`, { ...post, title: 'My own now' })
    await app.remove()
    const now = (await app.profile()).profile
    expect([now.tagline, now.name, now.email, now.social.goodreads]).toEqual([
      'Mine, all of it.',
      'A New Author',
      '',
      '',
    ])
    expect(now.timeZone).toBe(pack.profile.timeZone)
    expect(await app.text('/about')).toContain('She was born at sea.')
    expect(await app.titles('/api/blog')).toEqual(['My own now'])
    expect(await app.titles('/api/short-stories')).toEqual([])
  })

  test('the line of a shelf goes where it is the sample’s, and comes back; one that she has changed stays', async () => {
    const app = await open()
    await app.owner.post('/api/owner/books', { title: 'Neap Tide' })
    await app.owner.post('/api/owner/books', { title: 'Spring Tide', series: 'Clinic Binge Series' })
    const change = (series: string | null, pitch: string) =>
      app.owner.put('/api/owner/shelves/series', { series, name: series, pitch, startId: null })
    const pitches = async () => {
      const { shelves }: { shelves: OwnerShelf[] } = await (await app.owner.request('/api/owner/shelves')).json()
      return Object.fromEntries(shelves.map(({ name, pitch }) => [name, pitch]))
    }
    const before = await pitches()
    await change('Clinic Binge Series', 'Mine, all of them.')
    await app.remove()
    expect(await pitches()).toEqual({ Standalone: '', 'Clinic Binge Series': 'Mine, all of them.' })
    await app.bringBack()
    expect(await pitches()).toEqual({ ...before, 'Clinic Binge Series': 'Mine, all of them.' })
    await app.remove()
    await change(null, 'One, so far.')
    await app.bringBack()
    expect((await pitches()).Standalone).toBe('One, so far.')
  })

  test('the challenge went with it, also from a menu she has changed, and comes back with it', async () => {
    const app = await open()
    const places = async () => {
      const pages: PageEntry[] = (await app.profile()).profile.pages
      return pages.filter(({ key }) => key === 'challenge' || key === 'blog').map(({ label, place }) => [label, place])
    }
    const { profile, version } = await app.profile()
    const named = profile.pages.map((page: PageEntry) => (page.key === 'blog' ? { ...page, label: 'Notes' } : page))
    await app.owner.put('/api/owner/site', { ...profile, version, pages: named })
    expect((await app.request('/house-hippo-challenge')).status).toBe(200)
    await app.remove()
    expect((await app.request('/house-hippo-challenge')).status).toBe(404)
    expect(await places()).toEqual([
      ['Notes', 'menu'],
      ['House Hippo Challenge', 'off'],
    ])
    for (const path of pages) expect(seenIn(await app.text(path)), path).not.toMatch(/hippo(?!-challenge)/i)
    await app.bringBack()
    expect((await app.request('/house-hippo-challenge')).status).toBe(200)
    expect(await places()).toEqual([
      ['Notes', 'menu'],
      ['House Hippo Challenge', 'quiet'],
    ])
  })

  test('says so, once for each kind, and is known on another node as soon as that looks', async () => {
    const app = await open()
    const other = await createTestApp({ beside: app })
    const counts = Object.fromEntries((await app.state()).left.map(({ name, count }) => [name, count]))
    expect(counts).toMatchObject({ post: pack.posts.length, story: pack.stories.length, author: expect.any(Number) })
    expect(counts.words).toBe(Object.values(pack.words).reduce((sum, words) => sum + Object.keys(words).length, 0))
    const { left, removed } = await app.remove()
    expect([left, removed?.until]).toEqual([[], '2026-02-14T12:00:00.000Z'])
    await other.lookForNews()
    expect(await (await other.request('/about')).text()).not.toMatch(marks)
  })
})

describe('a sample that is brought back', () => {
  test('is as it was, on the pages and at the desk', async () => {
    const app = await open()
    const read = async () => [
      await app.state(),
      await Promise.all([...pages, '/feed.xml', '/api/site'].map(app.text)),
      await app.titles('/api/blog'),
    ]
    const before = await read()
    await app.remove()
    expect((await app.bringBack()).removed).toBeNull()
    expect(await read()).toEqual(before)
  })

  test('leaves what she has put in its place since', async () => {
    const app = await open()
    await app.remove()
    const { profile, version } = await app.profile()
    await app.owner.put('/api/owner/site', { ...profile, version, name: 'Mara O’Quill' })
    const about = await (await app.owner.request('/api/owner/pages/about')).json()
    await app.owner.put('/api/owner/pages/about', { values: { bio: 'Hers.' }, version: about.version })
    await app.addPost({ title: 'Mine', slug: 'seven-files-in-order' })
    await app.bringBack()
    const now = await app.profile()
    expect([now.profile.name, now.profile.tagline, now.isSample]).toEqual(['Mara O’Quill', pack.profile.tagline, false])
    const page = await app.text('/about')
    expect(page).toContain('Hers.')
    expect(page).toContain(pack.words.about?.deskCaption)
    // Its address is another one's now: it stays in the bin, and can be restored under another.
    expect(await app.titles('/api/blog')).toHaveLength(pack.posts.length)
    expect(await app.titles('/api/blog')).toContain('Mine')
  })

  test('can be brought back for thirty days, and then is forgotten', async () => {
    const app = await open()
    await app.remove()
    app.passTime(29 * day)
    await app.bringBack()
    await app.remove()
    app.passTime(31 * day)
    const owner = await app.asOwner()
    const late = await owner.post('/api/owner/samples/bring-back')
    expect([late.status, (await late.json()).message]).toEqual([404, expect.stringContaining('nothing to bring back')])
    await keepHouse(app.deps)
    expect((await (await owner.request('/api/owner/samples')).json()).removed).toBeNull()
  })
})

test('a house that never had the sample has nothing to remove', async () => {
  const app = await createTestApp()
  const { owner } = await openDesk(app)
  const state = async () => (await owner.request('/api/owner/samples')).json()
  // The hippo's page and addresses are the same for everybody who takes the challenge.
  await saveProfile(app.deps, { ...testAuthor, pages: usualPages, challenge: blankProfile.challenge }, 1)
  const before = await (await app.request('/about')).text()
  expect((await state()).left).toEqual([])
  await owner.post('/api/owner/samples/remove')
  expect(await (await app.request('/about')).text()).toBe(before)
})

import { describe, expect, test } from 'vitest'
import { openDesk } from '#tests/support/content.ts'
import { behindProxy, eventOf, numbersOf, phone, readerAt, viewOf } from '#tests/support/numbers.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const open = () => createTestApp({ env: behindProxy })

describe('what is counted', () => {
  test('a view is counted once a page is opened, a visitor once a day', async () => {
    const app = await open()
    const reader = readerAt(app, '192.0.2.1')
    expect(await reader.open('/')).toBe(204)
    await reader.open('/books')
    await readerAt(app, '192.0.2.2').open('/books')
    const { total, pages, series } = await numbersOf(app)
    expect(total).toEqual({ views: 3, visitors: 2 })
    expect(pages).toEqual([
      { name: '/books', views: 2, visitors: 2, title: null },
      { name: '/', views: 1, visitors: 1, title: null },
    ])
    expect(series).toHaveLength(30)
    expect(series.at(-1)).toEqual({ at: '2026-01-15', views: 3, visitors: 2 })
  })

  test('the same reader is counted once over several batches, and anew the next day', async () => {
    const app = await open()
    const reader = readerAt(app, '192.0.2.1')
    await reader.open('/about')
    await app.deps.counter.flush()
    await reader.open('/about')
    expect((await numbersOf(app)).total).toEqual({ views: 2, visitors: 1 })
    app.passTime(86_400_000)
    await reader.open('/about')
    expect((await numbersOf(app)).total).toEqual({ views: 3, visitors: 2 })
  })

  test('a beacon, which sends text, is counted like any other', async () => {
    const app = await open()
    const response = await app.request('/api/analytics/track', {
      method: 'POST',
      body: JSON.stringify(viewOf('/')),
      headers: { 'content-type': 'text/plain;charset=UTF-8', 'user-agent': phone },
    })
    expect(response.status).toBe(204)
    expect(await response.text()).toBe('')
    const { total, devices } = await numbersOf(app)
    expect(total.views).toBe(1)
    expect(devices).toEqual([{ name: 'phone', views: 1, visitors: 1 }])
  })

  test('days are the author’s: an evening in Toronto is not yet tomorrow', async () => {
    const app = await open()
    app.passTime(16 * 3_600_000)
    await readerAt(app, '192.0.2.1').open('/')
    const { until, series } = await numbersOf(app, 1)
    expect(until).toBe('2026-01-15')
    expect(series.at(-1)).toEqual({ at: '2026-01-15T23', views: 1, visitors: 1 })
    expect(series).toHaveLength(24)
  })

  test('what was seen on both sides of midnight is counted on the day it was seen, though written at once', async () => {
    const app = await open()
    app.passTime(17 * 3_600_000 - 1_000)
    const reader = readerAt(app, '192.0.2.1')
    await reader.open('/')
    app.passTime(1_000)
    await reader.open('/')
    await reader.open('/books')
    const { series } = await numbersOf(app, 7)
    expect(series.slice(-2)).toEqual([
      { at: '2026-01-15', views: 1, visitors: 1 },
      { at: '2026-01-16', views: 2, visitors: 1 },
    ])
    const views = await app.db.selectFrom('views').select('visitor').distinct().execute()
    expect(views).toHaveLength(2)
  })

  test('of what a browser calls itself a hundred characters are kept', async () => {
    const app = await open()
    await readerAt(app, '192.0.2.1').open('/', { userAgent: 'x'.repeat(250) })
    await app.deps.counter.flush()
    expect(await app.db.selectFrom('views').select('user_agent').execute()).toEqual([{ user_agent: 'x'.repeat(100) }])
  })

  test('a referrer is its host; our own pages are none', async () => {
    const app = await open()
    await readerAt(app, '192.0.2.1').open('/', { referrer: 'https://www.books.example/list/1?reader=7' })
    await readerAt(app, '192.0.2.1').open('/books', { referrer: 'https://author.example/' })
    await readerAt(app, '192.0.2.2').open('/', { referrer: '' })
    await readerAt(app, '192.0.2.3').open('/', { referrer: 'http://203.0.113.9/' })
    expect((await numbersOf(app)).referrers).toEqual([
      { name: '(other)', views: 1, visitors: 1 },
      { name: 'books.example', views: 1, visitors: 1 },
      { name: 'direct', views: 1, visitors: 1 },
    ])
    const views = await app.db.selectFrom('views').select('referrer').execute()
    expect(views.map(({ referrer }) => referrer)).toContain('https://www.books.example/list/1')
  })

  test('a story and a post count under their own address and title, as soon as they are out', async () => {
    const app = await open()
    const reader = readerAt(app, '192.0.2.1')
    await reader.open('/short-stories/the-wall')
    await app.deps.counter.flush()
    const { addStory } = await openDesk(app)
    await addStory({ slug: 'the-wall' })
    await reader.open('/short-stories/the-wall')
    expect((await numbersOf(app)).pages).toEqual([
      { name: '(other)', views: 1, visitors: 1, title: null },
      { name: '/short-stories/the-wall', views: 1, visitors: 1, title: 'The Wall' },
    ])
  })

  test('what a story brought: who opened it, how far they read, who joined on the same day and from where', async () => {
    const app = await open()
    const { addStory, addPost } = await openDesk(app)
    await addStory({ slug: 'the-wall' })
    await addPost({ slug: 'a-post' })
    const reader = readerAt(app, '192.0.2.1')
    await reader.open('/short-stories/the-wall', { referrer: 'https://books.example/' })
    await reader.does('story_opened', { story: 'the-wall' })
    for (const percent of [25, 50]) await reader.does('story_read', { story: 'the-wall', percent })
    await app.deps.counter.flush()
    await reader.does('story_read', { story: 'the-wall', percent: 50 })
    await reader.does('story_read', { story: 'no-such-story', percent: 50 })
    await reader.open('/blog/a-post', { referrer: 'https://author.example/short-stories/the-wall' })
    await reader.does('signup')
    await reader.does('signup')
    const other = readerAt(app, '192.0.2.2')
    await other.open('/short-stories/the-wall')
    await other.does('story_read', { story: 'the-wall', percent: 100 })
    const { works, joinedFrom, events, path } = await numbersOf(app)
    expect(works).toEqual([
      {
        page: '/short-stories/the-wall',
        title: 'The Wall',
        kind: 'story',
        visitors: 2,
        read: { quarter: 2, half: 2, most: 1, all: 1 },
        signups: 1,
      },
      { page: '/blog/a-post', title: 'The Quiet Room', kind: 'post', visitors: 1, read: null, signups: 1 },
    ])
    expect(joinedFrom).toEqual([{ name: 'books.example', count: 1 }])
    expect(events).toContainEqual({ name: 'story_read', count: 5 })
    expect(path).toEqual({ visitors: 2, signups: 2, confirmed: 0, downloads: 0 })
  })
})

describe('what is counted apart, or not at all', () => {
  test('visits that call themselves the author’s, and any with her session', async () => {
    const app = await open()
    await readerAt(app, '192.0.2.1').open('/', { isAuthor: true })
    const owner = await app.asOwner()
    const send = (body: unknown) => owner.post('/api/analytics/track', body)
    expect((await send(viewOf('/books'))).status).toBe(204)
    await readerAt(app, '192.0.2.2', { cookie: '__Host-sid=somebody-elses' }).open('/')
    const { total, apart } = await numbersOf(app)
    expect(total.views).toBe(1)
    // The test's own browser has no name, and what has none is a machine.
    expect(apart).toEqual({ own: 1, bots: 1, dropped: 0 })
    await readerAt(app, '192.0.2.1', { cookie: await cookieOf(app) }).open('/')
    expect((await numbersOf(app)).apart.own).toBe(2)
  })

  test('machines: by their name, without one, and what is fetched ahead of a reader', async () => {
    const app = await open()
    await readerAt(app, '192.0.2.1', { 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' }).open('/')
    await readerAt(app, '192.0.2.2', { 'user-agent': '' }).open('/')
    await readerAt(app, '192.0.2.3', { 'sec-purpose': 'prefetch;prerender' }).open('/')
    await readerAt(app, '192.0.2.4', { 'user-agent': 'curl/8.5.0' }).open('/')
    const { total, apart, pages } = await numbersOf(app)
    expect(apart.bots).toBe(4)
    expect(total).toEqual({ views: 0, visitors: 0 })
    expect(pages).toEqual([])
    expect(await app.db.selectFrom('views').selectAll().execute()).toEqual([])
  })

  test('whoever asks not to be tracked is a view and nobody', async () => {
    const app = await open()
    await readerAt(app, '192.0.2.1', { dnt: '1' }).open('/')
    await readerAt(app, '192.0.2.2', { 'sec-gpc': '1' }).open('/')
    expect((await numbersOf(app)).total).toEqual({ views: 2, visitors: 0 })
    expect(await app.db.selectFrom('day_visitors').selectAll().execute()).toEqual([])
  })

  test.each([
    '/analytics',
    '/admin',
    '/admin/outbox',
    '/ADMIN/stories',
    '/get/abc',
    '/download/abc',
    '/confirm/abc',
    '/unsubscribe/abc',
  ])('nothing is kept of %s', async (page) => {
    const app = await open()
    expect(await readerAt(app, '192.0.2.1').open(page)).toBe(204)
    expect((await numbersOf(app)).total.views).toBe(0)
    expect(await app.db.selectFrom('views').selectAll().execute()).toEqual([])
  })

  test('nobody outside can claim what the server alone can see', async () => {
    const app = await open()
    for (const name of ['confirmed', 'download']) await readerAt(app, '192.0.2.1').does(name)
    expect((await numbersOf(app)).events).toEqual([])
  })
})

describe('the door', () => {
  const post = async (body: string, headers: Record<string, string> = {}) =>
    (await open()).request('/api/analytics/track', { method: 'POST', body, headers })

  test.each([
    ['no JSON', 'visit'],
    ['nothing', ''],
    ['a list', '[]'],
    ['null', 'null'],
    ['an unknown type', JSON.stringify(viewOf('/', { type: 'visit' }))],
    ['a page that is none', JSON.stringify(viewOf('books'))],
    ['a NUL', JSON.stringify(viewOf('/\0'))],
    ['half a character', JSON.stringify(viewOf('/', { userAgent: '\ud800' }))],
    ['a time that is none', JSON.stringify(viewOf('/', { timestamp: 'yesterday' }))],
    ['a foreign session id', JSON.stringify(viewOf('/', { sessionId: 'me@home.example' }))],
    ['an event without a name', JSON.stringify(eventOf(''))],
    ['an event named by an address', JSON.stringify(eventOf('me@home.example'))],
    ['an event with the name of a view', JSON.stringify(eventOf('view'))],
    ['an event with a space before its name', JSON.stringify(eventOf(' signup'))],
    ['an event with a space after its name', JSON.stringify(eventOf('signup '))],
    ['too many words', JSON.stringify(eventOf('signup', { words: 'x'.repeat(1_025) }))],
    ['too deep a box', JSON.stringify(eventOf('signup', { a: { b: { c: { d: 1 } } } }))],
    ['too many keys', JSON.stringify(eventOf('signup', Object.fromEntries([...'abcdefghijk'].map((key) => [key, 1]))))],
    ['half a character in a key', JSON.stringify(eventOf('signup', { '\udfff': 1 }))],
  ])('answers 400 to %s', async (_, body) => {
    const response = await post(body)
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'invalid', message: expect.any(String) })
  })

  test('takes four kilobytes and no more', async () => {
    expect((await post(JSON.stringify(viewOf(`/${'x'.repeat(3_000)}`)))).status).toBe(204)
    expect((await post(JSON.stringify(viewOf(`/${'x'.repeat(5_000)}`)))).status).toBe(413)
  })

  test('hears nobody on another site', async () => {
    expect((await post(JSON.stringify(viewOf('/')), { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  })

  test('sixty reports a minute from one address; the rest are dropped, and that is told', async () => {
    const app = await open()
    const reader = readerAt(app, '192.0.2.1')
    for (let count = 0; count < 70; count++) expect(await reader.open('/')).toBe(204)
    await readerAt(app, '192.0.2.2').open('/')
    const { total, apart } = await numbersOf(app)
    expect(total).toEqual({ views: 61, visitors: 2 })
    expect(apart.dropped).toBe(10)
    app.passTime(60_000)
    await reader.open('/')
    expect((await numbersOf(app)).total.views).toBe(62)
  })

  test('three hundred reports a second from everybody together', async () => {
    const app = await open()
    for (let count = 0; count < 310; count++) await readerAt(app, `192.0.2.${count % 200}`).open('/')
    const { total, apart } = await numbersOf(app)
    expect([total.views, apart.dropped]).toEqual([300, 10])
  })

  test('no limit holds where limits are switched off', async () => {
    const app = await createTestApp({ env: { RATE_LIMIT: 'off' } })
    for (let count = 0; count < 70; count++) await readerAt(app, '192.0.2.1').open('/')
    expect((await numbersOf(app)).total.views).toBe(70)
  })
})

/** A session of the owner's, as her browser would send it. */
async function cookieOf(app: Awaited<ReturnType<typeof createTestApp>>): Promise<string> {
  const { openSession } = await import('#features/owner/sessions.server.ts')
  return `__Host-sid=${await openSession(app.db, app.deps.now(), 'a test')}`
}

import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import fc from 'fast-check'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { devAssets } from '#app/assets.server.ts'
import { siteHeaders } from '#app/http.server.ts'
import { createListener } from '#app/listener.server.ts'
import { createCounter } from '#features/analytics/ingest.server.ts'
import { everythingIn } from '#tests/support/browser.ts'
import { postgresUrl } from '#tests/support/database.ts'
import { runs } from '#tests/support/long-run.ts'
import { behindProxy, eventOf, firefox, numbersOf, readerAt, viewOf } from '#tests/support/numbers.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const open = (env: Record<string, string> = {}) => createTestApp({ env: { ...behindProxy, ...env } })
const oneDay = 86_400_000

describe('what the privacy policy promises', () => {
  test('no address of a machine or a person is kept anywhere, nor the browser’s own number', async () => {
    const app = await open()
    const canary = '198.51.100.77'
    const reader = readerAt(app, canary)
    await reader.open('/blog/canary@home.example', {
      referrer: 'https://mail.example/inbox/canary@home.example?q=canary',
    })
    await reader.open('/', { referrer: 'https://canary:canary@mail.example/x%2Fcanary%40home.example' })
    await reader.does('signup', { email: 'canary@home.example', 'canary@home.example': ['to canary%40home.example'] })
    await app.deps.counter.flush()
    expect(await app.db.selectFrom('views').selectAll().execute()).toHaveLength(3)
    const everything = await everythingIn(app)
    for (const secret of [canary, 'canary', 'session_1768478400000']) expect(everything).not.toContain(secret)
    expect(app.logged.join('\n')).not.toContain('canary')
  })

  test('who somebody was yesterday cannot be told from who she is today', async () => {
    const app = await open()
    for (let day = 0; day < 2; day++) {
      await readerAt(app, '192.0.2.1').open('/')
      await app.deps.counter.flush()
      app.passTime(oneDay)
    }
    const views = await app.db.selectFrom('views').select('visitor').execute()
    expect(new Set(views.map(({ visitor }) => visitor)).size).toBe(2)
    expect(views[0]?.visitor).toMatch(/^[0-9a-f]{16}$/)
  })
})

describe('whatever is sent', () => {
  const anything = fc.oneof(
    fc.json({ maxDepth: 4 }),
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc
      .record({
        type: fc.constantFrom('pageview', 'event', 'visit'),
        page: fc.oneof(
          fc.constantFrom('/', '/books', '/admin'),
          fc.string({ unit: 'binary', maxLength: 3_000 }).map((text) => `/${text}`),
        ),
        timestamp: fc.constantFrom('2026-01-15T12:00:00Z', 'now', ''),
        sessionId: fc.constantFrom('session_1_a', 'session_', 'x'),
        isAuthor: fc.oneof(fc.boolean(), fc.constant('yes')),
        referrer: fc.oneof(fc.webUrl({ withQueryParameters: true }), fc.string({ unit: 'binary', maxLength: 2_500 })),
        userAgent: fc.oneof(fc.constant(firefox), fc.string({ unit: 'binary', maxLength: 300 })),
        eventName: fc.oneof(fc.constantFrom('signup', 'story_read', '__proto__'), fc.string({ maxLength: 60 })),
        data: fc.oneof(fc.jsonValue({ maxDepth: 4 }), fc.record({ story: fc.string(), percent: fc.double() })),
      })
      .map((value) => JSON.stringify(value)),
  )

  const text = (most: number) => fc.string({ unit: 'grapheme', maxLength: most })
  const nearlyRight = fc.oneof(
    fc
      .record({
        page: fc.constantFrom('/', '/books'),
        referrer: fc.oneof(fc.webUrl(), text(500)),
        userAgent: text(300),
      })
      .map(({ page, ...more }) => JSON.stringify(viewOf(page, more))),
    fc
      .tuple(fc.constantFrom('signup', 'story_read', '__proto__'), fc.dictionary(text(20), text(400), { maxKeys: 12 }))
      .map(([name, data]) => JSON.stringify(eventOf(name, data))),
  )

  /** As much as the door lets through, in each of the places that are kept. */
  const much = 'x'.repeat(3_500)
  const largest = [
    viewOf('/', { referrer: `https://site.example/${much}` }),
    viewOf('/', { userAgent: much }),
    viewOf(`/${much}`),
    eventOf('signup', { words: much }),
    eventOf('signup', { words: 'x'.repeat(1_000) }),
  ]

  test('no report makes an error of ours, and none leaves more than two kilobytes', async () => {
    const app = await open({ RATE_LIMIT: 'off' })
    const statuses = new Map<number, number>()
    await fc.assert(
      fc.asyncProperty(fc.oneof(anything, nearlyRight), async (body) => {
        const headers = { 'user-agent': firefox, 'sec-fetch-site': 'same-origin' }
        const { status } = await app.request('/api/analytics/track', { method: 'POST', body, headers })
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        expect([204, 400, 413]).toContain(status)
      }),
      { numRuns: runs.brief, examples: largest.map((report) => [JSON.stringify(report)]) },
    )
    await app.deps.counter.flush()
    expect(app.logged.filter((line) => line.includes('could not be counted'))).toEqual([])
    const views = await app.db.selectFrom('views').selectAll().execute()
    expect(views.length).toBeGreaterThan(0)
    for (const view of views) expect(Buffer.byteLength(Object.values(view).join(''))).toBeLessThan(2_048)
  })

  test('no report spoils the batch it is written with', async () => {
    const app = await open()
    const reader = readerAt(app, '192.0.2.1')
    const poison = [
      eventOf('story_read', { story: { toString: 1, valueOf: 1 }, percent: 50 }),
      eventOf('signup', { words: '\n@home.example' }),
      eventOf('signup', { words: `${'😀'.repeat(40)}a@home.example` }),
      eventOf('signup', { words: `a@${'😀'.repeat(140)}` }),
      viewOf('/', { userAgent: `${'a'.repeat(99)}😀` }),
      viewOf('/', { referrer: `android-app://app.example/${'😀'.repeat(100)}` }),
      JSON.parse('{"type":"event","eventName":"x","data":{"__proto__":{"a":1}}}'),
    ]
    for (const report of poison) expect(await reader.send({ ...viewOf('/'), ...report })).toBe(204)
    await app.deps.counter.flush()
    expect(app.logged).toEqual([])
    expect(await app.db.selectFrom('views').selectAll().execute()).toHaveLength(poison.length)
  })

  test('nobody can fill a day with names: pages that are none, fifty events and a thousand hosts', async () => {
    const app = await open({ RATE_LIMIT: 'off' })
    const reader = readerAt(app, '192.0.2.1')
    for (let count = 0; count < 1_100; count++) {
      await reader.open(`/made-up-${count}`, { referrer: `https://made-up-${count}.example/` })
      if (count < 70) await reader.does(`made-up-${count}`)
      if (count % 300 === 0) await app.deps.counter.flush()
    }
    await reader.does('signup')
    await app.deps.counter.flush()
    const namesOf = async (kind: 'page' | 'event' | 'referrer') =>
      (await app.db.selectFrom('daily_counts').selectAll().where('kind', '=', kind).execute()).length
    expect(await namesOf('page')).toBe(1)
    // The names of our own, and what is left over, stand beside the fifty and the thousand.
    expect(await namesOf('event')).toBe(52)
    expect(await namesOf('referrer')).toBe(1_001)
    expect((await numbersOf(app)).path.signups).toBe(1)
  })
})

describe('when something goes wrong', () => {
  test('a database that is away costs the numbers it would have kept, and says so once it is back', async () => {
    const app = await open()
    await sql`alter table daily_counts rename to mislaid`.execute(app.db)
    for (let count = 0; count < 3; count++) await readerAt(app, '192.0.2.1').open('/')
    await app.deps.counter.flush()
    expect(app.logged.join()).toContain('views could not be counted')
    expect(await app.db.selectFrom('views').selectAll().execute()).toEqual([])
    await sql`alter table mislaid rename to daily_counts`.execute(app.db)
    await readerAt(app, '192.0.2.1').open('/')
    const { total, apart } = await numbersOf(app)
    expect(total.views).toBe(1)
    expect(apart.dropped).toBe(3)
  })

  test('a flood finds so much room and no more', async () => {
    const app = await open({ RATE_LIMIT: 'off' })
    const knock = {
      header: (name: string) => ({ 'user-agent': firefox })[name],
      address: 'x',
      body: JSON.stringify(viewOf('/')),
    }
    for (let count = 0; count < 6_000; count++) app.deps.counter.take(knock)
    const { total, apart } = await numbersOf(app)
    expect(total).toEqual({ views: 5_000, visitors: 1 })
    expect(apart.dropped).toBe(1_000)
  })

  test.runIf(postgresUrl)('two nodes count on one database, and nobody twice', async () => {
    const app = await open({ RATE_LIMIT: 'off' })
    const other = createCounter(app.deps)
    const header = (name: string) => ({ 'user-agent': firefox })[name]
    for (let round = 0; round < 20; round++) {
      for (let count = 0; count < 100; count++) {
        const body = JSON.stringify(
          viewOf(count % 2 ? '/' : '/books', { referrer: `https://site${count % 7}.example/` }),
        )
        app.deps.counter.take({ header, address: `a${count}`, body })
        other.take({ header, address: `a${99 - count}`, body })
      }
      await Promise.all([app.deps.counter.flush(), other.flush()])
    }
    expect(app.logged.filter((line) => line.includes('error'))).toEqual([])
    expect((await numbersOf(app)).total).toEqual({ views: 4_000, visitors: 100 })
  })
})

describe('on a real socket', () => {
  async function listening() {
    const app = await open({ SITE_URL: '' })
    const server = createServer(
      createListener({
        app: app.app,
        assets: { get: () => undefined },
        pageCache: app.pageCache,
        headers: siteHeaders(app.deps.env, devAssets),
        ...app.deps,
      }),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const send = (body: string, headers: Record<string, string> = {}) =>
      fetch(`http://127.0.0.1:${port}/api/analytics/track`, {
        method: 'POST',
        body,
        headers: { 'user-agent': firefox, 'sec-fetch-site': 'same-origin', ...headers },
      })
    return { app, send }
  }

  test('the short way counts, refuses and explains as the app does', async () => {
    const { app, send } = await listening()
    const good = await send(JSON.stringify(viewOf('/')), { 'x-forwarded-for': '192.0.2.1' })
    expect([good.status, await good.text()]).toEqual([204, ''])
    const long = await app.post('/api/analytics/track', viewOf('/'))
    for (const [name, value] of long.headers) if (name !== 'x-request-id') expect(good.headers.get(name)).toBe(value)
    const bad = await send('{"type":')
    expect(bad.status).toBe(400)
    expect(await bad.json()).toMatchObject({
      code: 'invalid',
      message: 'The request is not JSON.',
      requestId: expect.any(String),
    })
    expect((await send(JSON.stringify(eventOf('signup', { words: 'x'.repeat(5_000) })))).status).toBe(413)
    expect((await send(JSON.stringify(viewOf('/')), { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await numbersOf(app)).total).toEqual({ views: 1, visitors: 1 })
  })
})

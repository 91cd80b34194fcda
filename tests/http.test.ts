import { Hono } from 'hono'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { devAssets } from '#app/assets.server.ts'
import { readEnv } from '#server/env.ts'
import { AppError } from '#server/errors.ts'
import { type App, assertOnlyTable, type Guard, mount, type Route } from '#server/route-table.ts'
import { testAuthor as author } from '#tests/support/author.ts'
import { arcAddress } from '#tests/support/books.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const everySecurityHeader = [
  'content-security-policy',
  'x-content-type-options',
  'referrer-policy',
  'permissions-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'strict-transport-security',
]

describe('security headers', () => {
  test.each([
    ['a page', 200, '/', {}],
    ['data', 200, '/api/blog', {}],
    ['a redirect', 308, '/books/', {}],
    ['a missing page', 404, '/nowhere', {}],
    ['a missing call', 404, '/api/nowhere', {}],
    ['a wrong method', 405, '/books', { method: 'DELETE' }],
    ['a body too large', 413, '/api/csp-report', { method: 'POST', body: 'x'.repeat(4_097) }],
    ['an address too long', 414, `/${'a'.repeat(3_000)}`, {}],
    [
      'a compressed body',
      415,
      '/api/csp-report',
      { method: 'POST', body: 'x', headers: { 'content-encoding': 'gzip' } },
    ],
    ['a foreign host', 421, '/', { headers: { host: 'evil.example' } }],
  ])('stand on %s, which answers %i', async (_name, status, path, init) => {
    const { request } = await createTestApp()
    const response = await request(path, init)
    expect(response.status).toBe(status)
    for (const name of everySecurityHeader) expect(response.headers.get(name), name).toBeTruthy()
    expect(response.headers.get('x-powered-by') ?? response.headers.get('server')).toBeNull()
  })

  test('the policy allows no inline style and no inline script but by hash, and nobody to frame the site', async () => {
    const { headers } = await createTestApp()
    const policy = headers['content-security-policy'] ?? ''
    expect(policy).not.toMatch(/unsafe-/)
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toMatch(/script-src 'self' 'sha256-[^']+'; style-src 'self' 'sha256-[^']+';/)
  })

  test('browsers are told to insist on https for a year, on this name and no other', async () => {
    const { headers } = await createTestApp()
    expect(headers['strict-transport-security']).toBe('max-age=31536000')
  })

  test('on plain http nobody is told to insist on https', async () => {
    const { request } = await createTestApp({ env: { SITE_URL: 'http://localhost:3000' } })
    expect((await request('/')).headers.get('strict-transport-security')).toBeNull()
  })
})

describe('errors', () => {
  test('leave as one shape with a sentence and a request id', async () => {
    const { request } = await createTestApp()
    const response = await request('/api/blog/never-written')
    expect(response.status).toBe(404)
    expect(await response.json()).toEqual({
      code: 'not_found',
      message: 'That post does not exist, or not any more.',
      requestId: expect.stringMatching(/^[\w-]{12}$/),
    })
  })

  test('a known address asked with the wrong method says which ones work', async () => {
    const { request } = await createTestApp()
    const response = await request('/api/csp-report', { method: 'GET' })
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST'])
    expect((await request('/books', { method: 'POST' })).headers.get('allow')).toBe('GET, HEAD')
    // Readers name a post, and its author the same place, by words of their own.
    for (const path of ['/api/blog/x', '/api/short-stories/x']) {
      const answer = await request(path, { method: 'PATCH' })
      expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, PUT, DELETE'])
    }
  })
})

describe('a full house', () => {
  test('sends away whoever comes after two hundred, but not whoever looks after it, and is open again after them', async () => {
    const { request } = await createTestApp()
    const lines: TransformStream<Uint8Array, Uint8Array>[] = Array.from({ length: 200 }, () => new TransformStream())
    const underWay = lines.map(({ readable: body }) => {
      const slow = { method: 'POST', body, duplex: 'half' }
      return request('/api/csp-report', slow)
    })
    const turnedAway = await request('/books')
    expect([turnedAway.status, turnedAway.headers.get('retry-after')]).toEqual([503, '5'])
    expect((await request('/healthz')).status).toBe(200)
    await Promise.all(lines.map(({ writable }) => writable.close()))
    await Promise.all(underWay)
    expect((await request('/books')).status).toBe(200)
  })
})

describe('public pages', () => {
  const poison: Record<string, string>[] = [
    { 'x-forwarded-host': 'evil.example' },
    { 'x-forwarded-proto': 'gopher' },
    { 'x-forwarded-port': '666' },
    { 'x-forwarded-prefix': '/evil' },
    { forwarded: 'host=evil.example' },
    { 'x-original-url': '/evil' },
    { 'x-rewrite-url': '/evil' },
    { 'x-http-method-override': 'DELETE' },
    { 'accept-language': 'evil' },
    { cookie: 'evil=1' },
    { 'x-preview': 'evil' },
  ]

  test.each(['/', '/books', '/books/low-water', '/blog', arcAddress])(
    '%s is byte for byte the same whatever headers a request brings',
    async (path) => {
      const { request, pageCache } = await createTestApp()
      const clean = await (await request(path)).text()
      for (const headers of poison) {
        pageCache.clear()
        const poisoned = await (await request(path, { headers })).text()
        expect(poisoned === clean, JSON.stringify(headers)).toBe(true)
      }
      expect(clean).not.toContain('evil')
    },
  )

  test('the query string changes nothing and is not kept', async () => {
    const { request, pageCache } = await createTestApp()
    const [plain, asked] = [await request('/books'), await request('/books?utm=<script>')]
    expect(await asked.text()).toBe(await plain.text())
    expect(pageCache.get('/books')).toBeDefined()
    const held = pageCache.size()
    await request('/books?utm=another')
    expect(pageCache.size()).toBe(held)
  })

  test('a reader who has the page already is told so', async () => {
    const { request } = await createTestApp()
    const etag = (await request('/about')).headers.get('etag') ?? ''
    const again = await request('/about', { headers: { 'if-none-match': etag } })
    expect([again.status, await again.text()]).toEqual([304, ''])
  })
})

describe('the route table', () => {
  const letNobodyIn: Guard = async () => {
    throw new AppError('unauthorized', 'Please sign in first.')
  }

  test('a door opened past it stops the start', () => {
    const app: App = new Hono()
    mount(app, [], readEnv({}), letNobodyIn)
    app.get('/back-door', (c) => c.text('hello'))
    expect(() => assertOnlyTable(app, [])).toThrow('GET /back-door is not in the route table')
  })

  test("an owner's door opens only to whom its guard lets in", async () => {
    const app: App = new Hono()
    const secrets: Route = {
      method: 'GET',
      path: '/api/owner/secrets',
      access: 'owner',
      handle: (c) => c.text('secret'),
    }
    mount(app, [secrets], readEnv({}), letNobodyIn)
    app.onError((error, c) => c.text(error instanceof AppError ? error.code : 'bug', 401))
    expect(await (await app.request('/api/owner/secrets')).text()).toBe('unauthorized')
  })

  test('two rows for one door stop the start', () => {
    const row = { method: 'GET', path: '/a', access: 'public', handle: () => new Response() } as const
    expect(() => mount(new Hono(), [row, row], readEnv({}), letNobodyIn)).toThrow('two rows')
  })
})

describe('addresses that are almost right', () => {
  test.each([
    ['/books/', '/books'],
    ['/BOOKS', '/books'],
    ['/Books/?a=1', '/books?a=1'],
    ['/blog/a-post/', '/blog/a-post'],
    ['/BLOG/a-post', '/blog/a-post'],
  ])('%s is put right for good', async (path, proper) => {
    const { request } = await createTestApp()
    const response = await request(path)
    expect([response.status, response.headers.get('location')]).toEqual([308, proper])
  })

  test.each([
    '/blog/%5C..%5C..%5Cshort-stories',
    '/blog/%00',
    '/blog/%252e%252e',
    '/blog/a%2Fb',
    '/%2e%2e/api',
    '//books',
    '/books%2f',
    '/%E0%A4%A',
  ])('%s is not found, and nothing of it is kept', async (path) => {
    const { request, pageCache } = await createTestApp()
    const response = await request(path)
    expect([308, 400, 404]).toContain(response.status)
    expect(await response.text()).not.toContain('"queryKey":["/api/short-stories"]')
    expect(pageCache.get(path) ?? pageCache.get(new URL(path, 'https://author.example').pathname)).toBeUndefined()
  })
})

test('when a page cannot be made the reader gets a page that says so, and no JSON', async () => {
  const { request, deps } = await createTestApp()
  deps.now = () => {
    throw new Error('the clock is gone')
  }
  const response = await request('/about')
  expect(response.status).toBe(500)
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(response.headers.get('cache-control')).toBe('no-store')
  for (const name of everySecurityHeader) expect(response.headers.get(name), name).toBeTruthy()
  const page = await response.text()
  expect(page).toContain('This page did not open')
  expect(page).not.toContain('the clock is gone')
})

test('what could not be read is not said to be missing', async () => {
  const { request, db } = await createTestApp()
  const select = db.selectFrom.bind(db)
  vi.spyOn(db, 'selectFrom').mockImplementation(((table: 'written_letters') => {
    if (table === 'written_letters') throw new Error('the database is away')
    return select(table)
  }) as typeof db.selectFrom)
  const response = await request('/letters/never-written')
  expect(response.status).toBe(503)
  expect(await response.text()).toContain('The site could not read this just now.')
})

test('a process that is leaving says it is alive but takes no more guests', async () => {
  const { request } = await createTestApp({ isStopping: true })
  expect([(await request('/healthz')).status, (await request('/readyz')).status]).toEqual([200, 503])
  expect((await (await createTestApp()).request('/readyz', { headers: { host: '10.0.0.7' } })).status).toBe(200)
})

test('a house whose database is gone is alive but not ready', async () => {
  const { request, db } = await createTestApp()
  expect((await request('/readyz')).status).toBe(200)
  await db.destroy()
  expect([(await request('/healthz')).status, (await request('/readyz')).status]).toEqual([200, 503])
})

test('a house whose database is damaged says so to whoever watches it, and to the owner', async () => {
  const { request, deps, logged, asOwner } = await createTestApp()
  deps.health.note('damaged', new Error('Tree 7 page 7: btreeInitPage() returns error code 11'))
  const ready = await request('/readyz')
  expect([ready.status, await ready.text()]).toEqual([503, 'the database is damaged'])
  expect(logged.join()).toContain('Tree 7 page 7')
  expect(await (await (await asOwner()).request('/admin/messages')).text()).toContain('The database is damaged')
})

test('no address of a reader reaches the log', async () => {
  const { request, logged } = await createTestApp()
  await request('/api/csp-report', { method: 'POST', body: '{"to":"Reader <ada.reader@home.example>"}' })
  expect(logged.join()).toContain('a***@***')
  expect(logged.join()).not.toMatch(/ada\.reader|home\.example/)
})

test('a policy report is logged once, tamed, and never more than thirty times a minute', async () => {
  const { request, logged } = await createTestApp()
  for (let count = 0; count < 50; count++) {
    expect(
      (await request('/api/csp-report', { method: 'POST', body: `\u001b[2Jline\none ${'x'.repeat(900)}` })).status,
    ).toBe(204)
  }
  expect(logged).toHaveLength(30)
  expect(logged[0]).not.toMatch(/\p{Cc}/u)
  expect(logged[0]?.length).toBeLessThan(800)
})

test('a question that no database could be asked is refused at every door, before anybody looks', async () => {
  const app = await createTestApp()
  const owner = await app.asOwner()
  const doors = app.app.table.filter(({ method, path }) => method === 'GET' && !path.includes(':'))
  expect(doors.length).toBeGreaterThan(20)
  for (const { path } of doors) expect([path, (await owner.request(`${path}?after=a%00b`)).status]).toEqual([path, 400])
})

test('whoever forgot to set TRUST_PROXY is told so once', async () => {
  const { request, logged } = await createTestApp()
  for (let turn = 0; turn < 3; turn++) await request('/healthz', { headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect(logged.map((line) => JSON.parse(line).event)).toEqual([
    'TRUST_PROXY is 0, and requests come with X-Forwarded-For',
  ])
  const behind = await createTestApp({ env: { TRUST_PROXY: '1' } })
  await behind.request('/healthz', { headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect(behind.logged).toEqual([])
})

describe('a page that is not there', () => {
  const kinds = ['', '/blog', '/short-stories']

  test('is rendered once for each kind, and names the address it was asked for', async () => {
    const { request } = await createTestApp()
    const asked: string[] = []
    // Asked for once in each rendering.
    const rendered = vi.spyOn(devAssets, 'forPage')
    onTestFinished(() => rendered.mockRestore())
    for (const kind of kinds) {
      const first = await (await request(`${kind}/never-written`)).text()
      const renders = rendered.mock.calls.length
      for (let turn = 0; turn < 20; turn++) {
        const response = await request(`${kind}/random-${turn}`)
        expect(response.status).toBe(404)
        expect(await response.text()).toBe(first.replaceAll('never-written', `random-${turn}`))
      }
      expect(rendered.mock.calls.length).toBe(renders)
      asked.push(first)
    }
    expect(new Set(asked).size).toBe(3)
    expect(asked[0]).toContain('/never-written</code>')
  })

  test.each(['never-written', '%3Cb%3E'])(
    'is told from one that could not be made, which is not kept: %s',
    async (slug) => {
      const { request, db } = await createTestApp()
      const select = db.selectFrom.bind(db)
      let asked = 0
      // Whether the story is there can still be asked; before the page is made the database goes away.
      const away = vi.spyOn(db, 'selectFrom').mockImplementation(((table: 'short_stories') => {
        if (table === 'short_stories' && asked++ > 0) throw new Error('the database is away')
        return select(table)
      }) as typeof db.selectFrom)
      expect((await request(`/short-stories/${slug}`)).status).toBe(503)
      away.mockRestore()
      const missing = await request(`/short-stories/${slug}`)
      expect(missing.status).toBe(404)
      expect(await missing.text()).toContain('That story is not here')
    },
  )

  test('with signs in its address that have to be escaped is rendered seldom, and never wrong', async () => {
    const { request } = await createTestApp()
    const answers = []
    for (let turn = 0; turn < 12; turn++) answers.push(await request(`/%3Cb%3E${turn}&`))
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(404))
    expect(await answers[0]?.text()).toContain('404 Page Not Found')
    const last = await answers[11]?.text()
    expect(last).toContain('There is nothing at this address.')
    expect(last).not.toContain('<b>')
  })
})

test('whoever finds a hole learns whom to tell', async () => {
  const { request } = await createTestApp({ today: '2026-01-15' })
  const response = await request('/.well-known/security.txt')
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  expect(await response.text()).toBe(
    [
      `Contact: mailto:${author.email}`,
      'Expires: 2026-07-14T00:00:00Z',
      'Preferred-Languages: en',
      'Canonical: https://author.example/.well-known/security.txt',
      '',
    ].join('\n'),
  )
})

import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { everythingIn, openBrowser, ownerEmail, ownerPassword, setUpOwner } from '#tests/support/browser.ts'
import { plenty } from '#tests/support/long-run.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { issueTicket, prepareOwner } from './setup.server.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>

const minute = 60_000
const address = 'http://localhost:3000'
const newPassword = 'the cellar door was never shut'

function dataFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'frontispiece-owner-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Starts the house as main.ts does, and answers what the terminal says. */
async function start(app: TestApp): Promise<string[]> {
  return (await prepareOwner(app.deps))(address)
}

const tokenIn = (lines: string[]) => lines.join().match(/\/admin\/setup\?token=([\w-]+)/)?.[1] ?? ''
const setUp = (app: TestApp, token: string, more: Record<string, unknown> = {}) =>
  openBrowser(app).post('/api/auth/setup', { token, email: ownerEmail, password: ownerPassword, ...more })

describe('the first start', () => {
  test('prints a link of 128 bits, and leaves it beside the data where only the owner of the process can read', async () => {
    const dataDir = dataFolder()
    const app = await createTestApp({ env: { DATA_DIR: dataDir } })
    const [line = '', ...more] = await start(app)
    expect(more).toEqual([])
    expect(line).toMatch(/^Nobody owns this site yet\..* http:\/\/localhost:3000\/admin\/setup\?token=[\w-]{22}$/)
    const file = join(dataDir, 'setup-token')
    expect(readFileSync(file, 'utf8')).toBe(`${tokenIn([line])}\n`)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await everythingIn(app)).not.toContain(tokenIn([line]))
    expect((await setUp(app, tokenIn([line]))).status).toBe(201)
    expect(existsSync(file)).toBe(false)
  })

  test('the link opens a page, the form makes the owner, and both are closed from then on', async () => {
    const app = await createTestApp()
    const token = tokenIn(await start(app))
    const browser = openBrowser(app)
    const page = await browser.get(`/admin/setup?token=${token}`)
    expect([page.status, page.headers.get('cache-control')]).toEqual([200, 'no-store'])
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    expect(await page.text()).not.toContain(token)
    const done = await browser.postForm(`/admin/setup?token=${token}`, { email: ownerEmail, password: ownerPassword })
    expect([done.status, done.headers.get('location')]).toEqual([303, '/admin/welcome'])
    expect(await browser.isInside()).toBe(true)
    for (const path of ['/admin/setup', `/admin/setup?token=${token}`, '/admin/setup?token=', '/admin/setup?token=x']) {
      expect((await browser.get(path)).status, path).toBe(404)
      expect((await browser.postForm(path, { email: ownerEmail, password: newPassword })).status, path).toBe(404)
    }
    expect((await setUp(app, token)).status).toBe(404)
    expect(await app.db.selectFrom('owners').select('email').execute()).toEqual([{ email: ownerEmail }])
  })

  test('of fifty who hold the link and use it at once, one gets the site', async () => {
    const app = await createTestApp({ env: { RATE_LIMIT: 'off' } })
    for (let round = 0; round < plenty(20, 3); round++) {
      const token = tokenIn(await start(app))
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, number) => setUp(app, token, { email: `claimant${number}@home.example` })),
      )
      const winners = answers.flatMap(({ status }, number) => (status === 201 ? [number] : []))
      expect(winners).toHaveLength(1)
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 404, 503]))
      const owners = await app.db.selectFrom('owners').select('email').execute()
      expect(owners).toEqual([{ email: `claimant${winners[0]}@home.example` }])
      await app.db.deleteFrom('owners').execute()
      await app.db.deleteFrom('owner_sessions').execute()
    }
  })

  test('of eight who hold different links, still one gets the site', async () => {
    const app = await createTestApp()
    const tokens = await Promise.all(Array.from({ length: 8 }, () => issueTicket(app.db, 'setup', app.deps.now())))
    const answers = await Promise.all(tokens.map((token) => setUp(app, token)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(404)])
    expect(await app.db.selectFrom('owner_sessions').selectAll().execute()).toHaveLength(1)
  })

  test.each(['', 'x', 'A'.repeat(22), '../../etc/passwd', '%00', '\u0000'])('%j opens nothing', async (token) => {
    const app = await createTestApp()
    await start(app)
    expect((await setUp(app, token)).status).toBe(404)
    expect(await app.db.selectFrom('owners').selectAll().execute()).toEqual([])
  })

  test('the link is good for an hour, and until the next start', async () => {
    const app = await createTestApp()
    const first = tokenIn(await start(app))
    const second = tokenIn(await start(app))
    expect((await setUp(app, first)).status).toBe(404)
    app.passTime(60 * minute)
    expect((await setUp(app, second)).status).toBe(404)
    expect((await openBrowser(app).get(`/admin/setup?token=${second}`)).status).toBe(404)
    expect((await openBrowser(app).get('/admin/setup')).status).toBe(200)
  })

  test.each([
    ['short', 'fourteen chars', 'Use at least 15 characters'],
    ['longer than can be kept', 'x y '.repeat(65), 'That is longer than can be kept'],
    ['well known', 'passwordpassword', expect.stringContaining('first passwords anybody would try')],
    ['made of the site’s own words', 'Ines Calder 2026!', expect.stringContaining('first passwords')],
    ['made of her address', 'owner@home.example', expect.stringContaining('first passwords')],
  ])('a password that is %s is refused at its field, and the link stays good', async (_what, password, words) => {
    const app = await createTestApp()
    const token = tokenIn(await start(app))
    const refused = await setUp(app, token, { password })
    expect([refused.status, (await refused.json()).fields]).toEqual([400, { password: words }])
    expect((await setUp(app, token)).status).toBe(201)
  })

  test('without scripts a refused form keeps the address and never the password', async () => {
    const app = await createTestApp()
    const token = tokenIn(await start(app))
    const page = await openBrowser(app).postForm(`/admin/setup?token=${token}`, {
      email: ownerEmail,
      password: 'hush hush hush',
    })
    const html = await page.text()
    expect(page.status).toBe(400)
    expect(html).toContain(`value="${ownerEmail}"`)
    expect(html).toContain('Use at least 15 characters')
    expect(html).not.toContain('hush hush')
  })

  test('a site that has an owner prints nothing', async () => {
    const app = await createTestApp()
    await setUpOwner(app)
    expect(await start(app)).toEqual([])
  })
})

describe('OWNER_EMAIL and OWNER_PASSWORD', () => {
  const configured = (password: string) => ({ OWNER_EMAIL: 'Owner@Home.example', OWNER_PASSWORD: password })

  test('make the owner at the start, and no link is printed', async () => {
    const app = await createTestApp({ env: configured(ownerPassword) })
    expect(await start(app)).toEqual([])
    expect((await openBrowser(app).signIn()).status).toBe(200)
    expect((await openBrowser(app).get('/admin/setup')).status).toBe(404)
  })

  test('change nothing at the next start while they are the same', async () => {
    const app = await createTestApp({ env: configured(ownerPassword) })
    await start(app)
    const browser = openBrowser(app)
    await browser.signIn()
    const before = await everythingIn(app)
    await start(app)
    expect(await everythingIn(app)).toBe(before)
    expect(await browser.isInside()).toBe(true)
  })

  test('replace a password that differs, and end every session it opened', async () => {
    const app = await createTestApp({ env: configured(newPassword) })
    const browser = await setUpOwner(app)
    expect(await browser.isInside()).toBe(true)
    expect(await start(app)).toEqual([])
    expect(await browser.isInside()).toBe(false)
    expect((await openBrowser(app).signIn()).status).toBe(401)
    expect((await openBrowser(app).signIn({ password: newPassword })).status).toBe(200)
  })

  test.each(['twelve chars', 'password12345678'])('%s is taken, with a warning', async (password) => {
    const app = await createTestApp({ env: configured(password) })
    expect(await start(app)).toEqual([expect.stringMatching(/^Warning: OWNER_PASSWORD is easy to guess/)])
    expect((await openBrowser(app).signIn({ password })).status).toBe(200)
  })
})

test.each([
  ['http://author.example', 1],
  ['http://192.168.1.7:3000', 1],
  ['http://localhost.evil.example', 1],
  ['http://localhost:3000', 0],
  ['http://127.0.0.1:3000', 0],
  ['http://[::1]:3000', 0],
  ['https://author.example', 0],
])('on %s the start warns of the open line %i times', async (siteUrl, times) => {
  const app = await createTestApp({ env: { SITE_URL: siteUrl } })
  const warnings = (await start(app)).filter((line) => line.startsWith('Warning: SITE_URL is plain http'))
  expect(warnings).toHaveLength(times)
})

describe('a reset link', () => {
  const reset = (app: TestApp, token: string, more: Record<string, unknown> = {}) =>
    openBrowser(app).post('/api/auth/setup', { token, password: newPassword, ...more })

  test('sets a new password, ends every session, is written down, and works once', async () => {
    const app = await createTestApp()
    const browser = await setUpOwner(app)
    const token = await issueTicket(app.db, 'reset', app.deps.now())
    const page = await openBrowser(app).get(`/admin/setup?token=${token}`)
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining(ownerEmail)])
    expect((await reset(app, token)).status).toBe(201)
    expect((await reset(app, token, { password: ownerPassword })).status).toBe(404)
    expect(await browser.isInside()).toBe(false)
    expect((await openBrowser(app).signIn()).status).toBe(401)
    expect((await openBrowser(app).signIn({ password: newPassword })).status).toBe(200)
    const events = await app.db.selectFrom('owner_events').select('what').execute()
    expect(events.map(({ what }) => what)).toContain('owner.password_reset')
  })

  test('is good for a quarter of an hour', async () => {
    const app = await createTestApp()
    await setUpOwner(app)
    const token = await issueTicket(app.db, 'reset', app.deps.now())
    app.passTime(15 * minute)
    expect((await openBrowser(app).get(`/admin/setup?token=${token}`)).status).toBe(404)
    expect((await reset(app, token)).status).toBe(404)
    expect((await openBrowser(app).signIn()).status).toBe(200)
  })

  test('survives a restart, since it may be asked for while the site is down', async () => {
    const app = await createTestApp()
    await setUpOwner(app)
    const token = await issueTicket(app.db, 'reset', app.deps.now())
    await start(app)
    expect((await reset(app, token)).status).toBe(201)
  })

  test('of a hundred who use it at once, one succeeds', async () => {
    const app = await createTestApp()
    await setUpOwner(app)
    const token = await issueTicket(app.db, 'reset', app.deps.now())
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, number) => reset(app, token, { password: `the door was shut ${number} times` })),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(await app.db.selectFrom('owner_sessions').selectAll().execute()).toHaveLength(1)
  })

  test('one that was used takes all the others along', async () => {
    const app = await createTestApp()
    await setUpOwner(app)
    const [first, second] = [
      await issueTicket(app.db, 'reset', app.deps.now()),
      await issueTicket(app.db, 'reset', app.deps.now()),
    ]
    expect((await reset(app, first)).status).toBe(201)
    expect((await reset(app, second)).status).toBe(404)
  })

  test('opens nothing on a site without an owner, and a setup link nothing on one that has her', async () => {
    const empty = await createTestApp()
    expect((await reset(empty, await issueTicket(empty.db, 'reset', empty.deps.now()))).status).toBe(404)
    const owned = await createTestApp()
    await setUpOwner(owned)
    const before = await owned.db.selectFrom('owners').selectAll().execute()
    expect((await setUp(owned, await issueTicket(owned.db, 'setup', owned.deps.now()))).status).toBe(404)
    expect(await owned.db.selectFrom('owners').selectAll().execute()).toEqual(before)
  })

  test('cannot change whose site it is', async () => {
    const app = await createTestApp()
    await setUpOwner(app)
    const token = await issueTicket(app.db, 'reset', app.deps.now())
    await reset(app, token, { email: 'stranger@home.example' })
    expect(await app.db.selectFrom('owners').select('email').execute()).toEqual([{ email: ownerEmail }])
  })

  test('works without scripts', async () => {
    const app = await createTestApp()
    await setUpOwner(app)
    const token = await issueTicket(app.db, 'reset', app.deps.now())
    const browser = openBrowser(app)
    const done = await browser.postForm(`/admin/setup?token=${token}`, { email: ownerEmail, password: newPassword })
    expect([done.status, done.headers.get('location')]).toEqual([303, '/admin'])
    expect(await browser.isInside()).toBe(true)
  })
})

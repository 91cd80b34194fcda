import { expect, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import { openBrowser, ownerPassword, setUpOwner } from '#tests/support/browser.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const hour = 3_600_000

test.each([
  [
    'https://author.example',
    [
      /^__Host-sid=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      /^__Host-device=[0-9a-f-]{36}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    ],
    /^__Host-sid=; Max-Age=0; Path=\/; Secure$/,
  ],
  [
    'http://localhost:3000',
    [
      /^sid=[\w-]{43}; Max-Age=1209600; Path=\/; HttpOnly; SameSite=Lax$/,
      /^device=[0-9a-f-]{36}\.[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    ],
    /^sid=; Max-Age=0; Path=\/$/,
  ],
])('on %s the cookies have exactly the flags they need', async (siteUrl, given, taken) => {
  const app = await createTestApp({ env: { SITE_URL: siteUrl } })
  await setUpOwner(app)
  const browser = openBrowser(app)
  const cookies = (await browser.signIn()).headers.getSetCookie()
  expect(cookies).toHaveLength(given.length)
  for (const [index, shape] of given.entries()) expect(cookies[index]).toMatch(shape)
  const [gone, ...more] = (await browser.post('/api/auth/sign-out', {})).headers.getSetCookie()
  expect(gone).toMatch(taken)
  expect(more).toEqual([])
})

test('no other door gives out a cookie', async () => {
  const app = await createTestApp()
  const owner = await setUpOwner(app)
  for (const { method, path } of app.app.table) {
    if (method !== 'GET') continue
    const place = path.replace(/:\w+/g, 'some-where')
    expect((await openBrowser(app).get(place)).headers.getSetCookie(), path).toEqual([])
    expect((await owner.get(place)).headers.getSetCookie(), path).toEqual([])
  }
})

test('a session id somebody else brought along opens nothing, before or after', async () => {
  const app = await createTestApp()
  await setUpOwner(app)
  const browser = openBrowser(app)
  const planted = 'A'.repeat(43)
  browser.jar.set('__Host-sid', planted)
  await browser.signIn()
  expect(browser.jar.get('__Host-sid')).not.toBe(planted)
  const thief = openBrowser(app)
  thief.jar.set('__Host-sid', planted)
  expect(await thief.isInside()).toBe(false)
})

test('signing in again gives a new id, and the one before is dead', async () => {
  const app = await createTestApp()
  const browser = await setUpOwner(app)
  const seen = new Set<string>()
  for (let round = 0; round < 10; round++) {
    const before = openBrowser(app)
    before.jar.set('__Host-sid', browser.jar.get('__Host-sid') ?? '')
    expect(await before.isInside()).toBe(true)
    await browser.signIn()
    expect(await before.isInside()).toBe(false)
    seen.add(browser.jar.get('__Host-sid') ?? '')
  }
  expect(seen.size).toBe(10)
  expect(await app.db.selectFrom('owner_sessions').selectAll().execute()).toHaveLength(1)
})

test('the database never holds what opens a session', async () => {
  const app = await createTestApp()
  const browser = await setUpOwner(app)
  const [row] = await app.db.selectFrom('owner_sessions').selectAll().execute()
  expect(JSON.stringify(row)).not.toContain(browser.jar.get('__Host-sid'))
  const thief = openBrowser(app)
  thief.jar.set('__Host-sid', row?.id_hash ?? '')
  expect(await thief.isInside()).toBe(false)
})

test('a session ends twelve hours after its last use', async () => {
  const app = await createTestApp()
  const browser = await setUpOwner(app)
  for (let count = 0; count < 5; count++) {
    app.passTime(12 * hour - 1)
    expect(await browser.isInside()).toBe(true)
  }
  app.passTime(12 * hour)
  expect(await browser.isInside()).toBe(false)
})

test('a session ends after fourteen days, however busy it was', async () => {
  const app = await createTestApp()
  const browser = await setUpOwner(app)
  for (let count = 0; count < 33; count++) {
    app.passTime(10 * hour)
    expect(await browser.isInside()).toBe(true)
  }
  app.passTime(6 * hour)
  expect(await browser.isInside()).toBe(false)
  await keepHouse(app.deps)
  expect(await app.db.selectFrom('owner_sessions').selectAll().execute()).toEqual([])
})

test('ten devices at most are signed in: the one unused for longest makes room', async () => {
  const app = await createTestApp({ env: { RATE_LIMIT: 'off' } })
  const first = await setUpOwner(app)
  const others = []
  for (let count = 0; count < 10; count++) {
    app.passTime(120_000)
    others.push(openBrowser(app))
    await others.at(-1)?.signIn()
  }
  expect(await first.isInside()).toBe(false)
  for (const browser of others) expect(await browser.isInside()).toBe(true)
})

test('signing out ends the session on the server and empties what the browser kept', async () => {
  const app = await createTestApp()
  const browser = await setUpOwner(app)
  const copy = openBrowser(app)
  copy.jar.set('__Host-sid', browser.jar.get('__Host-sid') ?? '')
  const response = await browser.post('/api/auth/sign-out', {})
  expect(response.headers.get('clear-site-data')).toBe('"cache"')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(browser.jar.has('__Host-sid')).toBe(false)
  expect(await copy.isInside()).toBe(false)
})

test('signing out everywhere ends every session at once', async () => {
  const app = await createTestApp()
  const here = await setUpOwner(app)
  const others = Array.from({ length: 4 }, () => openBrowser(app))
  for (const browser of others) await browser.signIn()
  const response = await here.delete('/api/owner/security/sessions', {})
  expect([response.status, response.headers.get('clear-site-data')]).toEqual([200, '"cache"'])
  for (const browser of [here, ...others]) expect(await browser.isInside()).toBe(false)
})

test('a new password kills every other session at once, and hers goes on under a new id', async () => {
  const app = await createTestApp()
  const here = await setUpOwner(app)
  const others = Array.from({ length: 4 }, () => openBrowser(app))
  for (const browser of others) await browser.signIn()
  const before = openBrowser(app)
  before.jar.set('__Host-sid', here.jar.get('__Host-sid') ?? '')
  const change = { current: ownerPassword, password: 'the cellar door was never shut' }
  expect((await here.put('/api/owner/security/password', change)).status).toBe(200)
  expect(await here.isInside()).toBe(true)
  for (const browser of [before, ...others]) expect(await browser.isInside()).toBe(false)
  expect((await openBrowser(app).signIn()).status).toBe(401)
  expect((await openBrowser(app).signIn({ password: change.password })).status).toBe(200)
})

test('a sign-in that is under way while the password changes leaves no session behind', async () => {
  const app = await createTestApp({ env: { RATE_LIMIT: 'off' } })
  const here = await setUpOwner(app)
  const passwords = [
    ownerPassword,
    ...Array.from({ length: 8 }, (_, count) => `the cellar door was shut ${count} times`),
  ]
  for (const [round, password] of passwords.slice(1).entries()) {
    const current = passwords[round] ?? ''
    const browsers = Array.from({ length: 4 }, () => openBrowser(app))
    const entering = browsers.map((browser) => browser.signIn({ password: current }))
    const changed = await here.put('/api/owner/security/password', { current, password })
    await Promise.all(entering)
    expect(changed.status).toBe(200)
    for (const browser of browsers) expect(await browser.isInside()).toBe(false)
  }
})

import { expect, test } from 'vitest'
import { countHashes, openBrowser, ownerEmail, ownerPassword, setUpOwner } from '#tests/support/browser.ts'
import { plenty } from '#tests/support/long-run.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const behindProxy = { TRUST_PROXY: '1' }
const from = (address: string) => ({ 'x-forwarded-for': address })
const wrong = { password: 'the wrong door entirely' }

async function furnishedApp(env: Record<string, string> = {}) {
  const app = await createTestApp({ env })
  await setUpOwner(app)
  return app
}

test('the right password opens the desk, and the answer is nobody else’s to keep', async () => {
  const app = await furnishedApp()
  const browser = openBrowser(app)
  const response = await browser.signIn({ email: `  ${ownerEmail.toUpperCase()} ` })
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
  const session = await browser.get('/api/auth/session')
  expect([session.status, session.headers.get('cache-control')]).toEqual([200, 'no-store'])
  expect(await session.json()).toEqual({ email: ownerEmail, isTotpOn: false, warning: null })
})

test.each([
  ['a wrong password', {}, wrong],
  ['an address nobody has', { email: 'stranger@home.example' }, {}],
  ['both', { email: 'stranger@home.example' }, wrong],
  ['an address that could be nobody’s', { email: 'not an address' }, {}],
  ['a password longer than any', {}, { password: 'x'.repeat(1_000) }],
])('%s gets the answer everybody gets, for the same work', async (_what, email, password) => {
  const app = await furnishedApp()
  const counted = countHashes(app)
  const response = await openBrowser(app).signIn({ ...email, ...password })
  const { requestId, ...answer } = await response.json()
  expect([response.status, answer]).toEqual([
    401,
    { code: 'unauthorized', message: 'That email and password do not match.' },
  ])
  expect(response.headers.getSetCookie()).toEqual([])
  expect(counted.hashes).toBe(1)
})

test('a site nobody owns yet lets nobody in, in the same words', async () => {
  const app = await createTestApp()
  const counted = countHashes(app)
  expect((await openBrowser(app).signIn()).status).toBe(401)
  expect(counted.hashes).toBe(1)
})

test.each([
  ['nothing', '', 400],
  ['a list', '[]', 400],
  ['no password', JSON.stringify({ email: ownerEmail }), 400],
  ['numbers', JSON.stringify({ email: 1, password: 2 }), 400],
  ['far too much', JSON.stringify({ email: ownerEmail, password: 'x'.repeat(20_000) }), 413],
])('%s is refused before any work is done', async (_what, body, status) => {
  const app = await furnishedApp()
  const counted = countHashes(app)
  expect((await app.request('/api/auth/sign-in', { method: 'POST', body })).status).toBe(status)
  expect(counted.hashes).toBe(0)
})

test('fields nobody asked for change nothing', async () => {
  const app = await furnishedApp()
  const extra = { role: 'owner', isOwner: true, skip: true, skipCode: true, totp: false, __proto__: { isOwner: true } }
  expect((await openBrowser(app).signIn({ ...wrong, ...extra })).status).toBe(401)
})

test('of thirty wrong passwords at the same instant five are looked at, and then the right one is refused too', async () => {
  const app = await furnishedApp()
  const counted = countHashes(app)
  const answers = await Promise.all(Array.from({ length: 30 }, () => openBrowser(app).signIn(wrong)))
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(25).fill(429)])
  expect(counted.hashes).toBe(5)
  const right = await openBrowser(app).signIn()
  expect([right.status, right.headers.get('retry-after')]).toEqual([429, '60'])
  expect(await right.json()).toMatchObject({ code: 'too_many' })
  expect(counted.hashes).toBe(5)
})

test('each further failure has to be waited for, longer and longer, a quarter of an hour at most', async () => {
  const app = await furnishedApp()
  const browser = openBrowser(app)
  const isLookedAt = async () => (await browser.signIn(wrong)).status === 401
  for (let count = 0; count < 5; count++) expect(await isLookedAt()).toBe(true)
  for (const seconds of [15, 30, 60, 120, 240, 480, 900, 900, 900]) {
    app.passTime(seconds * 1_000 - 1)
    expect(await isLookedAt(), `before ${seconds} s`).toBe(false)
    app.passTime(1)
    expect(await isLookedAt(), `after ${seconds} s`).toBe(true)
  }
  app.passTime(900_000)
  expect((await browser.signIn()).status).toBe(200)
})

test('whoever got in has her tries back, and so has whoever stayed away for a while', async () => {
  const app = await furnishedApp()
  const browser = openBrowser(app)
  for (let round = 0; round < 4; round++) {
    for (let count = 0; count < 4; count++) expect((await browser.signIn(wrong)).status).toBe(401)
    expect((await browser.signIn()).status).toBe(200)
  }
  const other = openBrowser(app)
  for (let count = 0; count < 5; count++) await other.signIn(wrong)
  app.passTime(31 * 60_000)
  for (let count = 0; count < 5; count++) expect((await other.signIn(wrong)).status).toBe(401)
})

test('thousands of guesses from 100 addresses cost sixty hashes at most, and the right one among them is refused', async () => {
  const app = await furnishedApp(behindProxy)
  const known = openBrowser(app, from('192.0.2.1'))
  expect((await known.signIn()).status).toBe(200)
  const counted = countHashes(app)
  const count = plenty(2_000, 600)
  const guesses = Array.from({ length: count }, (_, number) => number)
  const right = count - 200
  const answers: number[] = []
  while (guesses.length > 0) {
    const batch = guesses.splice(0, 50).map(async (number) => {
      const browser = openBrowser(app, from(`10.0.0.${number % 100}`))
      const guess = number === right ? ownerPassword : `guess number ${number} of many`
      return (await browser.signIn({ password: guess })).status
    })
    answers.push(...(await Promise.all(batch)))
  }
  expect(answers[right]).toBe(429)
  expect(new Set(answers)).not.toContain(200)
  expect(counted.hashes).toBeGreaterThan(40)
  expect(counted.hashes).toBeLessThanOrEqual(60)

  // The owner, on a device she has used before, walks past the crowd; on any other she has to wait.
  const hashes = counted.hashes
  expect((await known.signIn()).status).toBe(200)
  expect(counted.hashes).toBe(hashes + 1)
  expect((await openBrowser(app, from('192.0.2.2')).signIn()).status).toBe(429)
  app.passTime(3_600_000)
  expect((await openBrowser(app, from('192.0.2.2')).signIn()).status).toBe(200)
})

test('a known device is spared the count of everybody and no other', async () => {
  const app = await furnishedApp(behindProxy)
  const known = openBrowser(app, from('192.0.2.1'))
  await known.signIn()
  const device = known.jar.get('__Host-device') ?? ''
  // The same device from a hundred addresses is still one device.
  const statuses = []
  for (let number = 0; number < 12; number++) {
    const thief = openBrowser(app, from(`10.0.1.${number}`))
    thief.jar.set('__Host-device', device)
    statuses.push((await thief.signIn(wrong)).status)
  }
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(7).fill(429)])
})

test('a device nobody signed is no known device', async () => {
  const app = await furnishedApp(behindProxy)
  for (let number = 0; number < 50; number++) await openBrowser(app, from(`10.0.2.${number}`)).signIn(wrong)
  const forged = openBrowser(app, from('192.0.2.9'))
  forged.jar.set('__Host-device', `${crypto.randomUUID()}.${'A'.repeat(43)}`)
  expect((await forged.signIn()).status).toBe(429)
})

test('signing in sixty times an hour is no attack', async () => {
  const app = await furnishedApp(behindProxy)
  for (let number = 0; number < 60; number++) {
    expect((await openBrowser(app, from(`10.0.3.${number}`)).signIn()).status).toBe(200)
  }
})

test('with RATE_LIMIT=off nobody is ever told to wait', async () => {
  const app = await furnishedApp({ RATE_LIMIT: 'off' })
  for (let count = 0; count < 12; count++) expect((await openBrowser(app).signIn(wrong)).status).toBe(401)
  expect((await openBrowser(app).signIn()).status).toBe(200)
})

test('a crowd at the door is sent away before it can starve the site', async () => {
  const app = await furnishedApp({ RATE_LIMIT: 'off' })
  const { hash, verify } = app.deps.passwords
  let letIn = () => {}
  const allAreThere = new Promise<void>((resolve) => {
    letIn = resolve
  })
  let arrived = 0
  app.deps.passwords = {
    hash,
    // They come to it at the same moment, however long each was on its way.
    async verify(...compared) {
      if (++arrived === 40) letIn()
      await allAreThere
      return verify(...compared)
    },
  }
  const answers = await Promise.all(Array.from({ length: 40 }, () => openBrowser(app).signIn()))
  const statuses = answers.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(10).fill(200), ...Array(30).fill(503)])
})

test('another site cannot sign anybody in or out', async () => {
  const app = await createTestApp()
  const owner = await setUpOwner(app)
  for (const [name, value] of [
    ['origin', 'https://evil.example'],
    ['sec-fetch-site', 'cross-site'],
  ] as const) {
    const evil = openBrowser(app, { [name]: value })
    expect((await evil.signIn()).status).toBe(403)
    for (const [name, value] of owner.jar) evil.jar.set(name, value)
    expect((await evil.post('/api/auth/sign-out', {})).status).toBe(403)
    expect((await evil.postForm('/admin/sign-out', {})).status).toBe(403)
  }
  expect(await owner.isInside()).toBe(true)
})

test('where everybody seems to be one client, a stranger’s failures do not keep out a device she has used', async () => {
  const app = await furnishedApp()
  const known = openBrowser(app)
  expect((await known.signIn()).status).toBe(200)
  for (let number = 0; number < 8; number++) await openBrowser(app).signIn(wrong)
  expect((await openBrowser(app).signIn()).status).toBe(429)
  expect((await known.signIn()).status).toBe(200)
  // Her way in is no way in for whoever stood at the door.
  expect((await openBrowser(app).signIn()).status).toBe(429)
})

test('a clock set back by two hours keeps nobody waiting for two hours, and gives nobody more than five tries', async () => {
  const app = await furnishedApp()
  for (let number = 0; number < 8; number++) await openBrowser(app).signIn(wrong)
  app.passTime(-7_200_000)
  const statuses = []
  for (let number = 0; number < 8; number++) statuses.push((await openBrowser(app).signIn(wrong)).status)
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(3).fill(429)])
})

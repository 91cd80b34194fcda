import { describe, expect, test } from 'vitest'
import { totpCode, totpStep } from '#server/totp.ts'
import { everythingIn, openBrowser, ownerEmail, ownerPassword, setUpOwner } from '#tests/support/browser.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import type { OwnerEvent } from './contract.ts'
import { deviceName } from './security.server.ts'
import { issueTicket } from './setup.server.ts'

const newPassword = 'the cellar door was never shut'
const again = { password: ownerPassword }

/** A site whose owner has an authenticator; `code` is what it shows, so many half minutes from now. */
async function withTotp(env: Record<string, string> = {}) {
  const app = await createTestApp({ env })
  const owner = await setUpOwner(app)
  const { secret } = await (await owner.post('/api/owner/security/totp', again)).json()
  const code = (away = 0) => totpCode(secret, totpStep(app.deps.now()) + away)
  const { codes } = await (await owner.put('/api/owner/security/totp', { code: code() })).json()
  app.passTime(60_000)
  return { app, owner, code, codes: codes as string[], secret: secret as string }
}

describe('the password', () => {
  test('is changed only by whoever knows the one before', async () => {
    const app = await createTestApp()
    const owner = await setUpOwner(app)
    const refused = await owner.put('/api/owner/security/password', { current: 'not it at all', password: newPassword })
    expect([refused.status, (await refused.json()).fields]).toEqual([
      400,
      { current: 'That is not your current password.' },
    ])
    expect((await openBrowser(app).signIn({ password: newPassword })).status).toBe(401)
  })

  test('is held to the same rules as at the setup', async () => {
    const app = await createTestApp()
    const owner = await setUpOwner(app)
    for (const password of ['short', 'passwordpassword', 'owner@home.example']) {
      const refused = await owner.put('/api/owner/security/password', { current: ownerPassword, password })
      expect([refused.status, Object.keys((await refused.json()).fields)]).toEqual([400, ['password']])
    }
  })

  test('cannot be guessed from a screen that was left open', async () => {
    const app = await createTestApp()
    const owner = await setUpOwner(app)
    const statuses = []
    for (let count = 0; count < 7; count++) {
      statuses.push((await owner.post('/api/owner/security/totp', { password: `guess ${count}` })).status)
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
  })
})

describe('the authenticator', () => {
  test('is on only after a code it made was typed', async () => {
    const app = await createTestApp()
    const owner = await setUpOwner(app)
    const offer = await (await owner.post('/api/owner/security/totp', again)).json()
    expect(offer.url).toContain(`secret=${offer.secret}`)
    expect((await owner.put('/api/owner/security/totp', { code: '000000' })).status).toBe(400)
    expect((await openBrowser(app).signIn()).status).toBe(200)
    const step = totpStep(app.deps.now())
    const on = await owner.put('/api/owner/security/totp', { code: totpCode(offer.secret, step) })
    expect([on.status, (await on.json()).codes.length]).toEqual([200, 10])
    expect((await openBrowser(app).signIn()).status).toBe(401)
    expect((await (await owner.get('/api/owner/security')).json()).isTotpOn).toBe(true)
  })

  test('nobody learns that it is on before the password was right', async () => {
    const { app, code } = await withTotp()
    const ask = async (more: Record<string, unknown>) => {
      const response = await openBrowser(app).signIn(more)
      const { requestId, ...answer } = await response.json()
      return { status: response.status, ...answer }
    }
    const stranger = await ask({ password: 'the wrong door entirely' })
    expect(stranger).toEqual({ status: 401, code: 'unauthorized', message: 'That email and password do not match.' })
    expect(await ask({ password: 'the wrong door entirely', code: code() })).toEqual(stranger)
    expect(await ask({})).toMatchObject({ status: 401, code: 'code_required', fields: { code: expect.any(String) } })
  })

  test('a code opens the door once', async () => {
    const { app, code } = await withTotp()
    expect((await openBrowser(app).signIn({ code: code() })).status).toBe(200)
    expect((await openBrowser(app).signIn({ code: code() })).status).toBe(401)
    expect((await openBrowser(app).signIn({ code: code(-1) })).status).toBe(401)
    app.passTime(30_000)
    expect((await openBrowser(app).signIn({ code: code() })).status).toBe(200)
  })

  test('the code that turned it on opens nothing', async () => {
    const { app, code } = await withTotp()
    app.passTime(-60_000)
    expect((await openBrowser(app).signIn({ code: code() })).status).toBe(401)
  })

  test('of ten who type the same code at once one gets in', async () => {
    const { app, code } = await withTotp({ RATE_LIMIT: 'off' })
    const answers = await Promise.all(Array.from({ length: 10 }, () => openBrowser(app).signIn({ code: code() })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test.each([
    {},
    { code: '' },
    { code: '000000' },
    { code: '12345' },
    { skipCode: true },
    { code: null },
    { totp: false, isTotpOn: false, code_required: false },
  ])('%j is no way around it', async (more) => {
    const { app } = await withTotp()
    const response = await openBrowser(app).signIn(more)
    expect([400, 401]).toContain(response.status)
    expect(response.headers.getSetCookie()).toEqual([])
  })

  test('codes are guessed no more often than passwords, and asking in between gives no tries back', async () => {
    const { app } = await withTotp()
    const statuses = []
    for (let count = 0; count < 4; count++) {
      statuses.push((await openBrowser(app).signIn({ code: '000000' })).status)
      statuses.push((await openBrowser(app).signIn()).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
  })

  test('its secret is sealed in the database', async () => {
    const { app, secret } = await withTotp()
    expect(await everythingIn(app)).not.toContain(secret)
  })

  test('is turned off with the password, and then the codes are gone too', async () => {
    const { app, owner } = await withTotp()
    expect((await owner.delete('/api/owner/security/totp', { password: 'not it at all' })).status).toBe(400)
    expect((await owner.delete('/api/owner/security/totp', again)).status).toBe(200)
    expect((await openBrowser(app).signIn()).status).toBe(200)
    expect(await app.db.selectFrom('recovery_codes').selectAll().execute()).toEqual([])
  })

  test('stays on over a reset unless the link’s holder turns it off', async () => {
    const { app, code } = await withTotp()
    const first = await issueTicket(app.db, 'reset', app.deps.now())
    await openBrowser(app).post('/api/auth/setup', { token: first, password: newPassword })
    expect((await openBrowser(app).signIn({ password: newPassword })).status).toBe(401)
    expect((await openBrowser(app).signIn({ password: newPassword, code: code() })).status).toBe(200)
    const second = await issueTicket(app.db, 'reset', app.deps.now())
    await openBrowser(app).post('/api/auth/setup', { token: second, password: ownerPassword, clearTotp: true })
    expect((await openBrowser(app).signIn()).status).toBe(200)
  })

  test('without scripts the page asks for the code once the password was right, and keeps the address', async () => {
    const { app, code } = await withTotp()
    const browser = openBrowser(app)
    const form = { email: ownerEmail, password: ownerPassword }
    const asked = await browser.postForm('/admin/sign-in', form)
    const html = await asked.text()
    expect(asked.status).toBe(401)
    expect(html).toContain('name="code"')
    expect(html).toContain(`value="${ownerEmail}"`)
    expect(html).not.toContain(ownerPassword)
    const done = await browser.postForm('/admin/sign-in?next=/admin/settings', { ...form, code: code() })
    expect([done.status, done.headers.get('location')]).toEqual([303, '/admin/settings'])
  })
})

describe('recovery codes', () => {
  test('are ten of at least 112 bits, and the database holds none of them', async () => {
    const { app, codes } = await withTotp()
    expect(new Set(codes).size).toBe(10)
    for (const code of codes) expect(code).toMatch(/^([a-hj-km-np-tv-z0-9]{6}-){3}[a-hj-km-np-tv-z0-9]{6}$/)
    const kept = await everythingIn(app)
    for (const code of codes) expect(kept).not.toContain(code.replaceAll('-', ''))
  })

  test('each stands in for the authenticator once, however it is typed', async () => {
    const { app, codes } = await withTotp()
    const [first = '', second = ''] = codes
    expect((await openBrowser(app).signIn({ code: first })).status).toBe(200)
    expect((await openBrowser(app).signIn({ code: first })).status).toBe(401)
    expect((await openBrowser(app).signIn({ code: ` ${second.toUpperCase().replaceAll('-', ' ')} ` })).status).toBe(200)
    expect(await app.db.selectFrom('recovery_codes').selectAll().execute()).toHaveLength(8)
  })

  test('using one does not bring a spent code back to life', async () => {
    const { app, code, codes } = await withTotp()
    await openBrowser(app).signIn({ code: code() })
    await openBrowser(app).signIn({ code: codes[0] })
    expect((await openBrowser(app).signIn({ code: code() })).status).toBe(401)
  })

  test('new ones replace the old, and only with the password', async () => {
    const { app, owner, codes } = await withTotp()
    expect((await owner.post('/api/owner/security/recovery-codes', { password: 'not it at all' })).status).toBe(400)
    const made = await (await owner.post('/api/owner/security/recovery-codes', again)).json()
    expect((await openBrowser(app).signIn({ code: codes[0] })).status).toBe(401)
    expect((await openBrowser(app).signIn({ code: made.codes[0] })).status).toBe(200)
  })

  test('are not made while there is nothing they could stand in for', async () => {
    const owner = await setUpOwner(await createTestApp())
    expect((await owner.post('/api/owner/security/recovery-codes', again)).status).toBe(409)
  })
})

test('everything that changes how she gets in is written down, once', async () => {
  const { app, owner, code, codes } = await withTotp()
  await openBrowser(app).signIn({ code: '000000' })
  await openBrowser(app).signIn({ code: code() })
  await openBrowser(app).signIn({ code: codes[0] })
  await openBrowser(app).signIn({ password: 'the wrong door entirely' })
  await owner.post('/api/owner/security/recovery-codes', { password: 'not it at all' })
  await owner.post('/api/owner/security/recovery-codes', again)
  await owner.delete('/api/owner/security/totp', again)
  await owner.put('/api/owner/security/password', { current: ownerPassword, password: newPassword })
  await owner.delete('/api/owner/security/sessions', {})
  const events = await app.db.selectFrom('owner_events').select(['what', 'client_hash']).execute()
  expect(events.map(({ what }) => what.replace('owner.', '')).sort()).toEqual([
    'code_failed',
    'code_spent',
    'codes_made',
    'password_changed',
    'password_failed',
    'set_up',
    'sign_in_failed',
    'signed_in',
    'signed_in',
    'signed_out_everywhere',
    'totp_off',
    'totp_on',
  ])
  // Who did it is a hash of the day, never an address.
  for (const { client_hash } of events) expect(client_hash).toMatch(/^[\w-]{22}$/)
})

test('the settings tell who is signed in where and what happened, and nothing that opens anything', async () => {
  const app = await createTestApp()
  const owner = await setUpOwner(app)
  app.passTime(1_000)
  await openBrowser(app, { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Gecko/20100101 Firefox/140.0' }).signIn()
  for (let count = 0; count < 3; count++) {
    app.passTime(1_000)
    await openBrowser(app).signIn({ password: 'the wrong door entirely' })
  }
  const response = await owner.get('/api/owner/security')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const security = await response.json()
  expect(security).toMatchObject({ email: ownerEmail, isTotpOn: false, codesLeft: 0, isPasswordConfigured: false })
  expect(security.devices).toEqual([
    expect.objectContaining({ name: 'Firefox on Windows', isThisOne: false }),
    expect.objectContaining({ name: 'A browser', isThisOne: true }),
  ])
  expect(security.events.map(({ what, times }: OwnerEvent) => [what, times])).toEqual([
    ['Somebody tried to sign in and failed', 3],
    ['Signed in', 1],
    ['The site was set up', 1],
  ])
  expect(JSON.stringify(security)).not.toMatch(/hash|argon2|secret/)
})

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
    'Chrome on Linux',
  ],
  ['Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0', 'Edge on Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile Safari/604.1', 'Safari on an iPhone'],
  ['Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36', 'Chrome on Android'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) Version/18.0 Safari/605.1', 'Safari on a Mac'],
  ['', 'A browser'],
])('%s is shown as %s', (_agent, name) => {
  expect(deviceName(_agent)).toBe(name)
})

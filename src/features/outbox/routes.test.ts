import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createSmtpMailer } from '#server/mailer.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import type { Letter, LetterSummary, Outbox } from './contract.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>

const day = 86_400_000
const aMessage = { name: 'Ada Reader', email: 'ada@home.example', message: 'Which door would you have left shut?' }

async function openDesk(env: Record<string, string> = {}) {
  const app = await createTestApp({ env: { RATE_LIMIT: 'off', OWNER_EMAIL: 'owner@author.example', ...env } })
  return { app, ...(await deskOf(app)) }
}

/** The same database, now with a mail server: what the owner has after she named one and started again. */
async function connect(app: TestApp, smtpUrl: string) {
  const connected = await createTestApp({
    env: { RATE_LIMIT: 'off', OWNER_EMAIL: 'owner@author.example', SMTP_URL: smtpUrl },
  })
  for (const row of await app.letters()) await connected.db.insertInto('letters').values(row).execute()
  return { app: connected, ...(await deskOf(connected)) }
}

async function deskOf(app: TestApp) {
  const owner = await app.asOwner()
  return {
    owner,
    outbox: async (search = ''): Promise<Outbox> => (await owner.request(`/api/owner/letters${search}`)).json(),
    letter: async (id = ''): Promise<Letter> => (await owner.request(`/api/owner/letters/${id}`)).json(),
  }
}

/** Writes so many letters, one for each message, the first of them first. */
async function write(app: TestApp, count: number) {
  for (let number = 1; number <= count; number++) {
    await app.post('/api/contact', { ...aMessage, message: `Message number ${number} of them.` })
    app.passTime(1_000)
  }
}

async function setState(app: TestApp, state: LetterSummary['state'], error: string | null = null) {
  await app.db.updateTable('letters').set({ state, error }).execute()
  const [row] = await app.letters()
  return row?.id ?? ''
}

test('without a mail server every letter is kept, and the room says so', async () => {
  const { app, outbox, letter } = await openDesk()
  await app.post('/api/contact', aMessage)
  const { letters, counts, mail, kept, next } = await outbox()
  expect(mail).toEqual({ isConnected: false, host: null, from: app.env.mailFrom })
  expect(counts).toEqual({ kept: 1, unknown: 0, failed: 0, bounced: 0, queued: 0, sending: 0, sent: 0, skipped: 0 })
  expect(kept).toEqual({ count: 1, oldestAt: '2026-01-15T12:00:00.000Z', oldCount: 0, old: [] })
  expect(next).toBeNull()
  expect(letters).toEqual([
    {
      id: expect.any(String),
      kind: 'contact.notice',
      to: 'owner@author.example',
      subject: 'A message from Ada Reader',
      state: 'kept',
      reason: null,
      createdAt: '2026-01-15T12:00:00.000Z',
      settledAt: null,
    },
  ])
  expect(await letter(letters[0]?.id)).toEqual({
    ...letters[0],
    replyTo: 'ada@home.example',
    text: expect.stringContaining('Which door would you have left shut?'),
    isConnected: false,
  })
})

test('the name and password of the mail server are told to nobody', async () => {
  const { owner } = await openDesk({ SMTP_URL: 'smtp://secretname:secretword@mail.author.example:587' })
  const answer = await (await owner.request('/api/owner/letters')).text()
  expect(JSON.parse(answer).mail).toMatchObject({ isConnected: true, host: 'mail.author.example' })
  expect(answer + (await (await owner.request('/admin/outbox')).text())).not.toMatch(/secret(name|word)/)
})

test('a hundred and twenty letters come fifty at a time, newest first, each once; a state can be asked for', async () => {
  const { app, outbox } = await openDesk()
  await write(app, 120)
  const [oldest] = await app.letters()
  await app.db
    .updateTable('letters')
    .set({ state: 'bounced', error: '550 no such user' })
    .where('id', '=', oldest?.id ?? '')
    .execute()
  const seen: string[] = []
  for (let page = await outbox(); ; page = await outbox(`?cursor=${page.next}`)) {
    expect(page.letters.length).toBeLessThanOrEqual(50)
    seen.push(...page.letters.map(({ id }) => id))
    if (!page.next) break
  }
  expect(seen).toEqual((await app.letters()).map(({ id }) => id).toReversed())
  expect((await outbox('?state=bounced')).letters).toMatchObject([{ id: oldest?.id, reason: '550 no such user' }])
  expect((await outbox('?state=sent')).letters).toEqual([])
})

describe('sending what was kept', () => {
  test('takes a mail server', async () => {
    const { app, owner, outbox } = await openDesk()
    await app.post('/api/contact', aMessage)
    const [{ id } = { id: '' }] = (await outbox()).letters
    for (const response of [
      await owner.post(`/api/owner/letters/${id}/send`),
      await owner.post('/api/owner/letters/send-kept', { which: 'all' }),
    ]) {
      expect([response.status, await response.json()]).toMatchObject([
        409,
        { code: 'conflict', message: 'No mail server is connected, so nothing can be sent.' },
      ])
    }
    expect((await outbox()).counts.kept).toBe(1)
  })

  test('one letter, once, however often it is asked', async () => {
    const before = await openDesk()
    await before.app.post('/api/contact', aMessage)
    const smtp = await startSmtp()
    const { app, owner, outbox } = await connect(before.app, smtp.url)
    const [{ id } = { id: '' }] = (await outbox()).letters
    const answers = await Promise.all([1, 2, 3].map(() => owner.post(`/api/owner/letters/${id}/send`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await app.work()
    expect(smtp.received.map(({ to }) => to)).toEqual([['owner@author.example']])
    expect((await outbox()).letters).toMatchObject([{ id, state: 'sent', reason: null }])
    expect((await owner.post(`/api/owner/letters/${id}/send`)).status).toBe(409)
  })

  test('says how many and how old, names those older than a week, and sends all or the newer ones', async () => {
    const before = await openDesk()
    await write(before.app, 2)
    before.app.passTime(8 * day)
    await write(before.app, 3)
    const smtp = await startSmtp()
    const { app } = await connect(before.app, smtp.url)
    app.passTime(8 * day)
    const { owner, outbox } = await deskOf(app)
    const { kept } = await outbox()
    expect(kept).toMatchObject({ count: 5, oldestAt: '2026-01-15T12:00:00.000Z', oldCount: 2 })
    expect(kept.old.map(({ subject, createdAt }) => [subject, createdAt.slice(0, 10)])).toEqual([
      ['A message from Ada Reader', '2026-01-15'],
      ['A message from Ada Reader', '2026-01-15'],
    ])
    const recent = await owner.post('/api/owner/letters/send-kept', { which: 'recent' })
    expect(await recent.json()).toEqual({ message: '3 letters are on their way.', queued: 3 })
    await app.work()
    expect(smtp.received).toHaveLength(3)
    await owner.post('/api/owner/letters/send-kept', { which: 'all' })
    await app.work()
    expect(smtp.received).toHaveLength(5)
    expect((await outbox()).counts).toMatchObject({ kept: 0, sent: 5 })
    expect((await owner.post('/api/owner/letters/send-kept', { which: 'some' })).status).toBe(400)
  })

  test('an old letter has a day to be taken, like a new one', async () => {
    const before = await openDesk()
    await write(before.app, 1)
    const smtp = await startSmtp()
    const { app } = await connect(before.app, smtp.url)
    app.passTime(30 * day)
    const { owner, outbox } = await deskOf(app)
    smtp.script = { recipient: { code: 451, words: 'come back later' } }
    await owner.post('/api/owner/letters/send-kept', { which: 'all' })
    await app.work()
    expect((await outbox()).letters).toMatchObject([{ state: 'queued', reason: expect.stringContaining('451') }])
    smtp.script = {}
    app.passTime(3_600_000)
    await app.work()
    expect((await outbox()).letters).toMatchObject([{ state: 'sent' }])
  })

  test('whoever has left meanwhile gets nothing', async () => {
    const before = await openDesk()
    await before.app.post('/api/newsletter/signup', { email: 'ada@home.example' })
    await before.app.work()
    const smtp = await startSmtp()
    const { app, owner, outbox } = await connect(before.app, smtp.url)
    const { suppress } = await import('#server/suppressions.ts')
    await suppress(app.db, app.deps.keyFor, 'ada@home.example', 'left', app.deps.now())
    await owner.post('/api/owner/letters/send-kept', { which: 'all' })
    await app.work()
    expect((await outbox()).letters).toMatchObject([{ state: 'skipped', reason: 'this address wants no letters' }])
    expect(smtp.received).toEqual([])
  })

  test('links written while the site was tried at home lead to where it is now', async () => {
    const before = await openDesk({ SITE_URL: 'http://localhost:3000' })
    await before.app.post('/api/newsletter/signup', { email: 'ada@home.example' })
    await before.app.work()
    await before.owner.post('/api/send-download-email', { email: 'ben@home.example', filename: 'true-veil-blues.epub' })
    await before.app.post('/api/contact', { ...aMessage, message: 'See http://localhost:3000/confirm/x please.' })
    const smtp = await startSmtp()
    const { app, owner } = await connect(before.app, smtp.url)
    await owner.post('/api/owner/letters/send-kept', { which: 'all' })
    await app.work()
    const [welcome, book, notice] = ['ada@home.example', 'ben@home.example', 'owner@author.example'].map(
      (to) => smtp.received.find((one) => one.to.includes(to))?.mail,
    )
    for (const letter of [welcome, book]) {
      const whole = `${letter?.text} ${letter?.html} ${letter?.headerLines.map(({ line }) => line)}`
      expect(whole).not.toContain('localhost')
      expect(whole).toContain('https://author.example/unsubscribe/')
    }
    expect(book?.text).toContain('https://author.example/get/')
    // What a reader wrote is hers.
    expect(notice?.text).toContain('http://localhost:3000/confirm/x')
  })
})

describe('a letter nobody knows about', () => {
  test('is sent again when the author says so', async () => {
    const smtp = await startSmtp()
    const { app, owner, outbox } = await openDesk({ SMTP_URL: smtp.url })
    await app.post('/api/contact', aMessage)
    smtp.script = { hangUp: 'after the dot' }
    await app.work()
    const [letter] = (await outbox()).letters
    expect(letter).toMatchObject({ state: 'unknown', reason: expect.any(String) })
    smtp.script = {}
    app.passTime(60_000)
    expect(await (await owner.post(`/api/owner/letters/${letter?.id}/send`)).json()).toMatchObject({
      state: 'queued',
      reason: null,
    })
    await app.work()
    expect((await outbox()).letters).toMatchObject([{ state: 'sent' }])
    expect(smtp.received).toHaveLength(1)
  })

  test('or counted as sent, and no other letter can be', async () => {
    const { app, owner, outbox } = await openDesk()
    await app.post('/api/contact', aMessage)
    for (const state of ['kept', 'queued', 'sending', 'sent', 'bounced', 'failed', 'skipped'] as const) {
      const id = await setState(app, state)
      expect((await owner.patch(`/api/owner/letters/${id}`, { state: 'sent' })).status).toBe(409)
      expect((await outbox()).letters).toMatchObject([{ state }])
    }
    const id = await setState(app, 'unknown', 'the line broke')
    expect((await owner.patch(`/api/owner/letters/${id}`, { state: 'kept' })).status).toBe(400)
    expect(await (await owner.patch(`/api/owner/letters/${id}`, { state: 'sent', subject: 'x' })).json()).toMatchObject(
      {
        state: 'sent',
        subject: 'A message from Ada Reader',
        reason: 'counted as sent by hand',
      },
    )
  })
})

test('what the server has, or refused, is not sent again', async () => {
  const { app, owner } = await openDesk({ SMTP_URL: 'smtp://127.0.0.1:1' })
  await app.post('/api/contact', aMessage)
  await app.db.deleteFrom('jobs').execute()
  for (const state of ['queued', 'sending', 'sent', 'bounced', 'skipped'] as const) {
    const id = await setState(app, state)
    expect([state, (await owner.post(`/api/owner/letters/${id}/send`)).status]).toEqual([state, 409])
  }
  expect(await app.db.selectFrom('jobs').selectAll().execute()).toEqual([])
  const id = await setState(app, 'failed')
  expect((await owner.post(`/api/owner/letters/${id}/send`)).status).toBe(200)
})

describe('the letter in its frame', () => {
  test('comes with a policy of its own that lets nothing happen, and only the desk may frame it', async () => {
    const { app, owner, outbox } = await openDesk()
    await app.post('/api/contact', { ...aMessage, message: '<script>alert(1)</script> hello there' })
    const [{ id } = { id: '' }] = (await outbox()).letters
    const response = await owner.request(`/admin/outbox/${id}/letter`)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': expect.stringContaining('text/html'),
      'content-security-policy':
        "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'self'",
      'x-frame-options': 'SAMEORIGIN',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(await response.text()).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect((await app.request(`/admin/outbox/${id}/letter`)).status).toBe(401)
    expect((await owner.request('/admin/outbox/nobody/letter')).status).toBe(404)
  })

  test('the desk may frame its own pages, the readers’ site only its videos', async () => {
    const { app, owner } = await openDesk()
    const frames = (response: Response) =>
      response.headers.get('content-security-policy')?.match(/frame-src ([^;]+)/)?.[1]
    expect(frames(await owner.request('/admin/outbox'))).toBe("'self'")
    expect(frames(await app.request('/admin/sign-in'))).toBe("'self'")
    expect(frames(await app.request('/'))).toBe('https://www.youtube-nocookie.com')
    expect((await owner.request('/admin/outbox')).headers.get('x-frame-options')).toBe('DENY')
  })
})

test('strangers hear 401 and change nothing', async () => {
  const { app } = await openDesk({ SMTP_URL: 'smtp://127.0.0.1:1' })
  await app.post('/api/contact', aMessage)
  const id = await setState(app, 'unknown')
  const before = await app.letters()
  for (const [method, path] of [
    ['GET', '/api/owner/letters'],
    ['GET', `/api/owner/letters/${id}`],
    ['PATCH', `/api/owner/letters/${id}`],
    ['POST', `/api/owner/letters/${id}/send`],
    ['POST', '/api/owner/letters/send-kept'],
    ['GET', `/admin/outbox/${id}/letter`],
  ] as const) {
    const response = await app.request(path, { method, headers: { origin: app.env.siteUrl } })
    expect([path, response.status, /ada/i.test(await response.text())]).toEqual([path, 401, false])
  }
  expect(await app.letters()).toEqual(before)
})

test('whatever stands in a letter, the wire holds these fields and no others, and no question makes the server stumble', async () => {
  const { app, owner, outbox, letter } = await openDesk()
  const text = fc.string({ unit: 'binary', maxLength: 60 }).map((word) => word.replace(/\0|\p{Surrogate}/gu, ''))
  await app.post('/api/contact', aMessage)
  await fc.assert(
    fc.asyncProperty(
      text,
      text,
      fc.dictionary(fc.constantFrom('state', 'cursor', 'id', '__proto__'), text),
      async (subject, error, asked) => {
        await app.db.updateTable('letters').set({ subject, error, text: error }).execute()
        const [shown] = (await outbox()).letters
        expect(Object.keys(shown ?? {})).toEqual([
          'id',
          'kind',
          'to',
          'subject',
          'state',
          'reason',
          'createdAt',
          'settledAt',
        ])
        expect(Object.keys(await letter(shown?.id)).sort()).toEqual(
          [...Object.keys(shown ?? {}), 'replyTo', 'text', 'isConnected'].sort(),
        )
        expect([200, 400]).toContain((await owner.request(`/api/owner/letters?${new URLSearchParams(asked)}`)).status)
      },
    ),
    { numRuns: 200 },
  )
})

test('the room reads without scripts: the list, the letter, and what became of it', async () => {
  const { app, owner, outbox } = await openDesk()
  await app.post('/api/contact', aMessage)
  const list = await (await owner.request('/admin/outbox?state=kept')).text()
  for (const words of [
    'No mail server is connected.',
    'Kept here: no mail server is connected.',
    'A message from Ada Reader',
  ]) {
    expect(list).toContain(words)
  }
  const [{ id } = { id: '' }] = (await outbox()).letters
  const page = await (await owner.request(`/admin/outbox/${id}`)).text()
  expect(page).toContain(`<iframe title="The letter as it is seen" src="/admin/outbox/${id}/letter" sandbox=""`)
  expect(page).toContain('Which door would you have left shut?')
})

test('a book letter kept for days goes out with a link that is open', async () => {
  const { app, owner } = await openDesk()
  await owner.post('/api/send-download-email', { email: 'ada@home.example', filename: 'true-veil-blues.epub' })
  const [kept] = await app.letters()
  const [, token] = kept?.text.match(/\/get\/(\S+)/) ?? []
  const gift = async () => (await app.request(`/api/gifts/${token}`)).json()
  app.passTime(5 * day)
  expect(await gift()).toMatchObject({ state: 'expired' })
  app.deps.mailer = createSmtpMailer((await startSmtp()).url, 50)
  const later = await app.asOwner()
  expect((await later.post(`/api/owner/letters/${kept?.id}/send`)).status).toBe(200)
  expect(await gift()).toMatchObject({ state: 'open' })
})

import { describe, expect, test } from 'vitest'
import { createSmtpMailer } from '#server/mailer.ts'
import { aMessage } from '#tests/support/contact.ts'
import { deskOf, openOutbox, setState, write } from '#tests/support/outbox.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { createTestApp } from '#tests/support/test-app.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>

const day = 86_400_000

/** The same database, now with a mail server: what the owner has after she named one and started again. */
async function connect(app: TestApp, smtpUrl: string) {
  const connected = await createTestApp({
    env: { RATE_LIMIT: 'off', OWNER_EMAIL: 'owner@author.example', SMTP_URL: smtpUrl },
  })
  for (const row of await app.letters()) await connected.db.insertInto('letters').values(row).execute()
  return { app: connected, ...(await deskOf(connected)) }
}

describe('sending what was kept', () => {
  test('takes a mail server', async () => {
    const { app, owner, outbox } = await openOutbox()
    await app.post('/api/contact', aMessage)
    const [{ id } = { id: '' }] = (await outbox()).letters
    for (const response of [
      await owner.post(`/api/owner/outbox/${id}/send`),
      await owner.post('/api/owner/outbox/send-kept', { which: 'all' }),
    ]) {
      expect([response.status, await response.json()]).toMatchObject([
        409,
        { code: 'conflict', message: 'No mail server is connected, so nothing can be sent.' },
      ])
    }
    expect((await outbox()).counts.kept).toBe(1)
  })

  test('one letter, once, however often it is asked', async () => {
    const before = await openOutbox()
    await before.app.post('/api/contact', aMessage)
    const smtp = await startSmtp()
    const { app, owner, outbox } = await connect(before.app, smtp.url)
    const [{ id } = { id: '' }] = (await outbox()).letters
    const answers = await Promise.all([1, 2, 3].map(() => owner.post(`/api/owner/outbox/${id}/send`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await app.work()
    expect(smtp.received.map(({ to }) => to)).toEqual([['owner@author.example']])
    expect((await outbox()).letters).toMatchObject([{ id, state: 'sent', reason: null }])
    expect((await owner.post(`/api/owner/outbox/${id}/send`)).status).toBe(409)
  })

  test('says how many and how old, names those older than a week, and sends all or the newer ones', async () => {
    const before = await openOutbox()
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
    const recent = await owner.post('/api/owner/outbox/send-kept', { which: 'recent' })
    expect(await recent.json()).toEqual({ message: '3 letters are on their way.', queued: 3, held: 0 })
    await app.work()
    expect(smtp.received).toHaveLength(3)
    await owner.post('/api/owner/outbox/send-kept', { which: 'all' })
    await app.work()
    expect(smtp.received).toHaveLength(5)
    expect((await outbox()).counts).toMatchObject({ kept: 0, sent: 5 })
    expect((await owner.post('/api/owner/outbox/send-kept', { which: 'some' })).status).toBe(400)
  })

  test('an old letter has a day to be taken, like a new one', async () => {
    const before = await openOutbox()
    await write(before.app, 1)
    const smtp = await startSmtp()
    const { app } = await connect(before.app, smtp.url)
    app.passTime(30 * day)
    const { owner, outbox } = await deskOf(app)
    smtp.script = { recipient: { code: 451, words: 'come back later' } }
    await owner.post('/api/owner/outbox/send-kept', { which: 'all' })
    await app.work()
    expect((await outbox()).letters).toMatchObject([{ state: 'queued', reason: expect.stringContaining('451') }])
    smtp.script = {}
    app.passTime(3_600_000)
    await app.work()
    expect((await outbox()).letters).toMatchObject([{ state: 'sent' }])
  })

  test('whoever has left meanwhile gets nothing', async () => {
    const before = await openOutbox()
    await before.app.post('/api/newsletter/signup', { email: 'ada@home.example' })
    await before.app.work()
    const smtp = await startSmtp()
    const { app, owner, outbox } = await connect(before.app, smtp.url)
    const { suppress } = await import('#server/suppressions.ts')
    await suppress(app.db, app.deps.keyFor, 'ada@home.example', 'left', app.deps.now())
    await owner.post('/api/owner/outbox/send-kept', { which: 'all' })
    await app.work()
    expect((await outbox()).letters).toMatchObject([{ state: 'skipped', reason: 'has left and gets no more letters' }])
    expect(smtp.received).toEqual([])
  })

  test('links written while the site was tried at home lead to where it is now', async () => {
    const before = await openOutbox({ SITE_URL: 'http://localhost:3000' })
    await before.app.post('/api/newsletter/signup', { email: 'ada@home.example' })
    await before.app.work()
    await before.owner.post('/api/send-download-email', { email: 'ben@home.example', filename: 'true-veil-blues.epub' })
    await before.app.post('/api/contact', { ...aMessage, message: 'See http://localhost:3000/confirm/x please.' })
    const smtp = await startSmtp()
    const { app, owner } = await connect(before.app, smtp.url)
    await owner.post('/api/owner/outbox/send-kept', { which: 'all' })
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
    const { app, owner, outbox } = await openOutbox({ SMTP_URL: smtp.url })
    await app.post('/api/contact', aMessage)
    smtp.script = { hangUp: 'after the dot' }
    await app.work()
    const [letter] = (await outbox()).letters
    expect(letter).toMatchObject({ state: 'unknown', reason: expect.any(String) })
    smtp.script = {}
    app.passTime(60_000)
    expect(await (await owner.post(`/api/owner/outbox/${letter?.id}/send`)).json()).toMatchObject({
      state: 'queued',
      reason: null,
    })
    await app.work()
    expect((await outbox()).letters).toMatchObject([{ state: 'sent' }])
    expect(smtp.received).toHaveLength(1)
  })

  test('or counted as sent, and no other letter can be', async () => {
    const { app, owner, outbox } = await openOutbox()
    await app.post('/api/contact', aMessage)
    for (const state of ['kept', 'queued', 'sending', 'sent', 'bounced', 'failed', 'skipped'] as const) {
      const id = await setState(app, state)
      expect((await owner.patch(`/api/owner/outbox/${id}`, { state: 'sent' })).status).toBe(409)
      expect((await outbox()).letters).toMatchObject([{ state }])
    }
    const id = await setState(app, 'unknown', 'the line broke')
    expect((await owner.patch(`/api/owner/outbox/${id}`, { state: 'kept' })).status).toBe(400)
    expect(await (await owner.patch(`/api/owner/outbox/${id}`, { state: 'sent', subject: 'x' })).json()).toMatchObject({
      state: 'sent',
      subject: 'A message from Ada Reader',
      reason: 'counted as sent by hand',
    })
  })
})

test('what the server has, or refused, is not sent again', async () => {
  const { app, owner } = await openOutbox({ SMTP_URL: 'smtp://127.0.0.1:1' })
  await app.post('/api/contact', aMessage)
  await app.db.deleteFrom('jobs').execute()
  for (const state of ['queued', 'sending', 'sent', 'bounced', 'skipped'] as const) {
    const id = await setState(app, state)
    expect([state, (await owner.post(`/api/owner/outbox/${id}/send`)).status]).toEqual([state, 409])
  }
  expect(await app.db.selectFrom('jobs').selectAll().execute()).toEqual([])
  const id = await setState(app, 'failed')
  expect((await owner.post(`/api/owner/outbox/${id}/send`)).status).toBe(200)
})

test('a book letter kept for days goes out with a link that is open', async () => {
  const { app, owner } = await openOutbox()
  await owner.post('/api/send-download-email', { email: 'ada@home.example', filename: 'true-veil-blues.epub' })
  const [kept] = await app.letters()
  const [, token] = kept?.text.match(/\/get\/(\S+)/) ?? []
  const gift = async () => (await app.request(`/api/gifts/${token}`)).json()
  app.passTime(5 * day)
  expect(await gift()).toMatchObject({ state: 'expired' })
  app.deps.mailer = createSmtpMailer((await startSmtp()).url, 50)
  const later = await app.asOwner()
  expect((await later.post(`/api/owner/outbox/${kept?.id}/send`)).status).toBe(200)
  expect(await gift()).toMatchObject({ state: 'open' })
})

import { describe, expect, test, vi } from 'vitest'
import { suppress } from '#server/suppressions.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { createTestApp } from '#tests/support/test-app.ts'

const filename = 'true-veil-blues.epub'
const readers = (count: number) => Array.from({ length: count }, (_, number) => `reader${number}@home.example`)

/** A site with a mail server, and these readers in its group. */
async function openPostOffice({ count = 3 } = {}) {
  const smtp = await startSmtp()
  const app = await createTestApp({ env: { SMTP_URL: smtp.url, MAIL_RATE: '50' } })
  const owner = await app.asOwner()
  await owner.post('/api/voracious-readers-subscribers', {
    subscribers: readers(count),
    basis: 'Signed up at a reading',
  })
  const sendAll = async (subscribers: unknown, more = {}) =>
    (await owner.post('/api/send-bulk-download-emails', { subscribers, filename, ...more })).json()
  const deliveries = () => app.db.selectFrom('deliveries').selectAll().orderBy('email').execute()
  return { smtp, app, owner, sendAll, deliveries }
}

describe('a campaign', () => {
  test('brings each reader one letter with her own link and her own way out', async () => {
    const { smtp, sendAll } = await openPostOffice({ count: 40 })
    expect(await sendAll(readers(40))).toMatchObject({
      success: true,
      sent: 40,
      failed: 0,
      total: 40,
      errors: [],
      pending: 0,
    })
    expect(smtp.received.map(({ to }) => to).sort()).toEqual(
      readers(40)
        .map((email) => [email])
        .sort(),
    )
    const links = new Set(smtp.received.map(({ mail }) => mail.text?.match(/https:\S+\/get\/\S+/)?.[0]))
    expect(links.size).toBe(40)
    for (const { raw } of smtp.received) {
      expect(raw).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    }
  })

  test('writes to nobody who is not a reader of hers, and says who that was', async () => {
    const { smtp, sendAll } = await openPostOffice()
    const result = await sendAll(['reader0@home.example', 'READER0@home.example ', 'stranger@home.example', 'nonsense'])
    expect(result).toMatchObject({ success: false, sent: 1, failed: 2, total: 3 })
    expect(result.errors).toEqual(['stranger@home.example: not one of your readers', 'nonsense: not an e-mail address'])
    expect(smtp.received).toHaveLength(1)
  })

  test('is one, however often the button is pressed', async () => {
    const { smtp, owner } = await openPostOffice({ count: 20 })
    const press = () =>
      owner.post('/api/send-bulk-download-emails', { subscribers: readers(20), filename, holdSeconds: 0 })
    const answers = await Promise.all([press(), press(), press()])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect(smtp.received).toHaveLength(20)
  })

  test('held back sends nothing, and taken back never does', async () => {
    const { smtp, app, owner, sendAll } = await openPostOffice()
    const { campaignId, pending } = await sendAll(readers(3), { holdSeconds: 10 })
    expect(pending).toBe(3)
    await app.work()
    expect((await (await owner.post(`/api/owner/campaigns/${campaignId}/stop`)).json()).state).toBe('stopped')
    app.passTime(11_000)
    await app.work()
    expect(smtp.received).toEqual([])
  })
})

describe('a mail server in trouble', () => {
  const minute = 60_000

  test('that is away loses nothing, is knocked at once in half a minute, and gets every letter later', async () => {
    const { smtp, app, sendAll, deliveries } = await openPostOffice({ count: 20 })
    await smtp.stop()
    const { campaignId, pending } = await sendAll(readers(20))
    expect(pending).toBe(20)
    for (let look = 0; look < 20; look++) {
      await app.work()
      app.passTime(5_000)
    }
    // A hundred seconds: four knocks, one letter each.
    expect((await deliveries()).reduce((sum, { attempts }) => sum + attempts, 0)).toBeLessThanOrEqual(4)
    const owner = await app.asOwner()
    const { trouble } = await (await owner.request(`/api/owner/campaigns/${campaignId}`)).json()
    expect(trouble).toContain('does not answer')
    await smtp.start()
    app.passTime(minute)
    await app.work()
    expect(smtp.received).toHaveLength(20)
    expect(await (await owner.request(`/api/owner/campaigns/${campaignId}`)).json()).toMatchObject({
      state: 'done',
      sent: 20,
      trouble: null,
    })
  })

  test('that the author has mended is knocked at once when she resumes, not half a minute later', async () => {
    const { smtp, app, owner, sendAll } = await openPostOffice({ count: 1 })
    await smtp.stop()
    const { campaignId } = await sendAll(readers(1))
    await smtp.start()
    await app.work()
    expect(smtp.received).toHaveLength(0)
    await owner.post(`/api/owner/campaigns/${campaignId}/pause`, {})
    await owner.post(`/api/owner/campaigns/${campaignId}/resume`, {})
    await app.work()
    expect(smtp.received).toHaveLength(1)
  })

  test('that hangs up after the dot leaves one letter uncertain, and it is never sent again by itself', async () => {
    const { smtp, app, owner, sendAll, deliveries } = await openPostOffice({ count: 3 })
    smtp.script = { hangUp: 'after the dot' }
    const { campaignId } = await sendAll(readers(3))
    expect((await deliveries()).filter(({ state }) => state === 'unknown')).toHaveLength(1)
    smtp.script = {}
    app.passTime(minute)
    await app.work()
    expect(smtp.received).toHaveLength(2)
    const campaign = await (await owner.request(`/api/owner/campaigns/${campaignId}`)).json()
    expect(campaign).toMatchObject({ state: 'done', sent: 2, unknown: 1 })
    const problems = await owner.request(`/api/owner/campaigns/${campaignId}/deliveries?state=unknown`)
    const [uncertain] = (await problems.json()).deliveries
    expect((await owner.post(`/api/owner/deliveries/${uncertain.id}/decision`, { decision: 'again' })).status).toBe(200)
    await app.work()
    expect(smtp.received).toHaveLength(3)
    expect((await owner.post(`/api/owner/deliveries/${uncertain.id}/decision`, { decision: 'sent' })).status).toBe(409)
  })

  test('may have taken a letter the author counts as sent, and that it was she who did stands beside it', async () => {
    const { smtp, owner, sendAll, deliveries } = await openPostOffice({ count: 1 })
    smtp.script = { hangUp: 'after the dot' }
    await sendAll(readers(1))
    const [{ id } = { id: '' }] = await deliveries()
    await owner.post(`/api/owner/deliveries/${id}/decision`, { decision: 'sent' })
    expect(await deliveries()).toMatchObject([{ state: 'sent', error: 'counted as sent by hand' }])
  })

  test('that refuses one address in twenty goes on, and the dead address is never written to again', async () => {
    const { smtp, app, owner, sendAll } = await openPostOffice({ count: 60 })
    smtp.refuse = (address) => (/reader[0-2]@/.test(address) ? { code: 550, words: '5.1.1 No such user' } : undefined)
    const result = await sendAll(readers(60))
    expect(result).toMatchObject({ sent: 57, failed: 3, total: 60 })
    expect(result.errors[0]).toMatch(/^reader\d@home\.example: .*No such user/)
    smtp.refuse = () => undefined
    await owner.post(`/api/owner/campaigns/${result.campaignId}/retry`)
    await app.work()
    expect(await (await owner.request(`/api/owner/campaigns/${result.campaignId}`)).json()).toMatchObject({
      state: 'done',
      sent: 57,
      failed: 3,
    })
    expect(smtp.received).toHaveLength(57)
  })

  test('that refuses every second address pauses the campaign before sixty letters are tried', async () => {
    const { smtp, owner, sendAll } = await openPostOffice({ count: 200 })
    smtp.refuse = (address) => (/[02468]@/.test(address) ? { code: 550, words: '5.1.1 No such user' } : undefined)
    const { campaignId } = await sendAll(readers(200))
    expect(smtp.asked.length).toBeLessThan(70)
    const { state, trouble } = await (await owner.request(`/api/owner/campaigns/${campaignId}`)).json()
    expect([state, trouble]).toEqual(['paused', expect.stringContaining('one letter in ten')])
  })

  test('that refuses everybody pauses the campaign after a handful', async () => {
    const { smtp, owner, sendAll } = await openPostOffice({ count: 100 })
    smtp.refuse = () => ({ code: 550, words: '5.7.1 Your sender address is not welcome' })
    const { campaignId } = await sendAll(readers(100))
    expect(smtp.asked.length).toBeLessThan(25)
    const { state, trouble } = await (await owner.request(`/api/owner/campaigns/${campaignId}`)).json()
    expect([state, trouble]).toEqual(['paused', expect.stringContaining('every letter so far')])
  })

  test('that says "later" to some gets those later', async () => {
    const { smtp, app, sendAll } = await openPostOffice({ count: 20 })
    smtp.refuse = (address) => (/reader1\d?@/.test(address) ? { code: 451, words: '4.7.1 Greylisted' } : undefined)
    const { sent, pending } = await sendAll(readers(20))
    expect([sent, pending]).toEqual([9, 11])
    smtp.refuse = () => undefined
    app.passTime(2 * minute)
    await app.work()
    expect(smtp.received).toHaveLength(20)
  })

  test('that refuses our password pauses the campaign and says what to look at', async () => {
    const smtp = await startSmtp()
    smtp.script = { auth: { code: 535, words: 'Authentication failed' } }
    const url = new URL(smtp.url)
    url.username = 'me'
    url.password = 'wrong'
    const app = await createTestApp({ env: { SMTP_URL: url.href } })
    const owner = await app.asOwner()
    await owner.post('/api/voracious-readers-subscribers', { subscribers: readers(30), basis: 'A reading' })
    const response = await owner.post('/api/send-bulk-download-emails', { subscribers: readers(30), filename })
    const { campaignId } = await response.json()
    for (let knock = 0; knock < 12; knock++) {
      app.passTime(31_000)
      await app.work()
    }
    const { state, trouble } = await (await owner.request(`/api/owner/campaigns/${campaignId}`)).json()
    expect([state, trouble]).toEqual(['paused', expect.stringContaining('SMTP_URL')])
    expect(smtp.received).toEqual([])
  })
})

describe('leaving', () => {
  test('in the middle of a campaign is heard before the next letter', async () => {
    const { smtp, app, owner, sendAll } = await openPostOffice({ count: 3 })
    const { campaignId } = await sendAll(readers(3), { holdSeconds: 10 })
    const { suppress } = await import('#server/suppressions.ts')
    await suppress(app.db, app.deps.keyFor, 'reader1@home.example', 'left', app.deps.now())
    app.passTime(11_000)
    await app.work()
    expect(smtp.received.flatMap(({ to }) => to).sort()).toEqual(['reader0@home.example', 'reader2@home.example'])
    expect(await (await owner.request(`/api/owner/campaigns/${campaignId}`)).json()).toMatchObject({ skipped: 1 })
  })

  test('is not what a dead mailbox does, in the middle of a campaign or before a single letter', async () => {
    const { app, owner, sendAll, deliveries } = await openPostOffice()
    await sendAll(readers(3), { holdSeconds: 10 })
    for (const [email, reason] of [
      ['reader0@home.example', 'bounced'],
      ['reader1@home.example', 'left'],
    ] as const) {
      await suppress(app.db, app.deps.keyFor, email, reason, app.deps.now())
    }
    app.passTime(11_000)
    await app.work()
    expect(await deliveries()).toMatchObject([
      { state: 'skipped', error: 'has a mailbox that does not exist any more' },
      { state: 'skipped', error: 'has left and gets no more letters' },
      { state: 'sent' },
    ])
    const single = await owner.post('/api/send-download-email', { email: 'reader0@home.example', filename })
    expect([single.status, (await single.json()).message]).toEqual([
      409,
      'This reader has a mailbox that does not exist any more.',
    ])
  })

  test('by the letter takes a reader out of the group for good', async () => {
    const { smtp, app, owner, sendAll } = await openPostOffice({ count: 1 })
    await sendAll(readers(1))
    const path = smtp.received[0]?.mail.text?.match(/https:\/\/author\.example(\/unsubscribe\/\S+)/)?.[1] ?? ''
    expect((await app.postForm(path, {})).status).toBe(200)
    expect(await (await owner.request('/api/voracious-readers-subscribers')).json()).toEqual({
      subscribers: [],
      count: 0,
    })
    expect(await sendAll(readers(1))).toMatchObject({ sent: 0, failed: 1 })
  })
})

describe('without a mail server', () => {
  test('every letter is written and kept, and nothing pretends to be sent', async () => {
    const app = await createTestApp()
    const owner = await app.asOwner()
    await owner.post('/api/voracious-readers-subscribers', { subscribers: readers(5), basis: 'A reading' })
    const response = await owner.post('/api/send-bulk-download-emails', { subscribers: readers(5), filename })
    expect([response.status, await response.json()]).toMatchObject([200, { sent: 0, failed: 0, kept: 5, total: 5 }])
    expect((await app.letters()).map(({ state }) => state)).toEqual(Array.from({ length: 5 }, () => 'kept'))
  })
})

test('without a mail server ten thousand letters are kept before a browser loses its patience', async () => {
  const app = await createTestApp()
  const owner = await app.asOwner()
  await owner.post('/api/voracious-readers-subscribers', { subscribers: readers(10_000), basis: 'A reading' })
  const before = performance.now()
  const answer = owner.post('/api/send-bulk-download-emails', { subscribers: readers(10_000), filename })
  // Whoever asks for a page meanwhile gets to the database in between.
  const half = await vi.waitFor(
    async () => {
      const kept = await app.db.selectFrom('letters').select('id').limit(10_000).execute()
      expect(kept.length).toBeGreaterThan(0)
      return kept.length
    },
    { timeout: 30_000, interval: 1 },
  )
  expect(half).toBeLessThan(10_000)
  expect(await (await answer).json()).toMatchObject({ kept: 10_000, total: 10_000 })
  expect(performance.now() - before).toBeLessThan(30_000)
  const [first, second] = await app.letters()
  expect(first?.text).toMatch(/https:\/\/author\.example\/get\/\S+/)
  expect(first?.text).not.toBe(second?.text)
})

test('whoever has the letter waiting in the outbox is not written a second one, and that is said', async () => {
  const app = await createTestApp()
  const owner = await app.asOwner()
  await owner.post('/api/voracious-readers-subscribers', { subscribers: readers(2), basis: 'A reading' })
  const send = async () =>
    (await owner.post('/api/send-bulk-download-emails', { subscribers: readers(2), filename })).json()
  await send()
  const again = await send()
  expect(again).toMatchObject({ campaignId: null, failed: 2, kept: 0 })
  expect(again.errors).toContain(`${readers(2)[0]}: has this letter waiting in the outbox already`)
  expect(await app.letters()).toHaveLength(2)
})

test('the outcome can be taken home as a table no spreadsheet runs, in the order of the readers', async () => {
  const { owner, sendAll } = await openPostOffice({ count: 20 })
  await owner.post('/api/voracious-readers-subscribers', { subscribers: ['=cmd@home.example'], basis: 'A reading' })
  const { campaignId } = await sendAll([...readers(20), '=cmd@home.example'])
  const csv = await (await owner.request(`/api/owner/campaigns/${campaignId}/outcome.csv`)).text()
  const lines = csv.trim().split('\r\n')
  expect(lines.map((line) => line.split(',')[0])).toEqual(['email', ...readers(20), "'=cmd@home.example"])
  expect(lines.at(-1)).toContain(',sent,')
})

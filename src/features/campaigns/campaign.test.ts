import { setImmediate } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { keepHouse, promptChoresOf } from '#app/housekeeping.server.ts'
import { takeAwayHalfDrawn } from '#server/start-mailing.ts'
import { suppress } from '#server/suppressions.ts'
import { plenty } from '#tests/support/long-run.ts'
import { openPostOffice, readers } from '#tests/support/post-office.ts'
import { filename } from '#tests/support/shop.ts'
import { createTestApp } from '#tests/support/test-app.ts'

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
    let tellRefused = () => {}
    const bothRefused = new Promise<void>((resolve) => {
      tellRefused = resolve
    })
    // The first is under way for as long as the others have no answer.
    smtp.refuse = async () => void (await bothRefused)
    let refused = 0
    const press = async () => {
      const answer = await owner.post('/api/send-bulk-download-emails', { subscribers: readers(20), filename })
      if (answer.status === 409 && ++refused === 2) tellRefused()
      return answer
    }
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

  test.each(['61', '-1', '1.5', 'ten'])('is not held for %s', async (seconds) => {
    const { app, owner } = await openPostOffice()
    const wish = { subscribers: readers(3), filename }
    const answer = await owner.post('/api/send-bulk-download-emails', wish, { 'x-hold-seconds': seconds })
    expect([answer.status, (await answer.json()).message]).toEqual([400, 'Hold must be 0 to 60 seconds'])
    expect(await app.letters()).toEqual([])
  })

  test('under hold goes out though the clock is set back by two hours', async () => {
    const { smtp, app, sendAll } = await openPostOffice()
    await sendAll(readers(3), { holdSeconds: 10 })
    app.passTime(-7_200_000)
    await app.work()
    expect(smtp.received).toHaveLength(3)
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

test('without a mail server thousands of letters are kept, each with its own link once it is opened', async () => {
  const count = plenty(10_000, 2_000)
  const app = await createTestApp()
  const owner = await app.asOwner()
  await owner.post('/api/voracious-readers-subscribers', { subscribers: readers(count), basis: 'A reading' })
  const answer = await owner.post('/api/send-bulk-download-emails', { subscribers: readers(count), filename })
  expect(await answer.json()).toMatchObject({ kept: count, total: count })
  const { letters } = await (await owner.request('/api/owner/outbox')).json()
  expect(letters[0]).toMatchObject({ subject: 'Your copy of Lanterns', kind: 'Free book', state: 'kept' })
  const [first, second] = await Promise.all(
    letters.slice(0, 2).map(async ({ id }: { id: string }) => (await owner.request(`/api/owner/outbox/${id}`)).json()),
  )
  expect(first.text).toMatch(/https:\/\/author\.example\/get\/\S+/)
  expect(first.text).not.toBe(second.text)
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

test('two presses at once without a mail server keep one letter for each reader', async () => {
  const app = await createTestApp()
  const owner = await app.asOwner()
  await owner.post('/api/voracious-readers-subscribers', { subscribers: readers(3), basis: 'A reading' })
  const press = () => owner.post('/api/send-bulk-download-emails', { subscribers: readers(3), filename })
  const answers = await Promise.all([press(), press(), press()])
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect((await app.letters()).map(({ to_email }) => to_email).sort()).toEqual(readers(3))
})

test('a list that was cut short while it was drawn up was never begun, and can be begun again', async () => {
  const { smtp, app, sendAll } = await openPostOffice({ count: 3 })
  await sendAll(readers(3), { holdSeconds: 10 })
  await app.db.updateTable('mailings').set({ state: 'drawing' }).execute()
  app.passTime(11_000)
  await app.work()
  await takeAwayHalfDrawn(app.db, app.deps.now(), true)
  expect([smtp.received, await app.letters()]).toEqual([[], []])
  expect(await sendAll(readers(3))).toMatchObject({ sent: 3 })
})

test('what a node that died had half drawn up is forgotten within minutes, also where others run', async () => {
  const { app, sendAll } = await openPostOffice({ count: 3 })
  await sendAll(readers(3), { holdSeconds: 10 })
  const lastAtIt = { state: 'drawing', starts_at: app.deps.now().toISOString() } as const
  await app.db.updateTable('mailings').set(lastAtIt).execute()
  app.passTime(50_000)
  await keepHouse(app.deps, promptChoresOf(app.deps))
  expect(await app.letters()).toHaveLength(3)
  app.passTime(50_000)
  await keepHouse(app.deps, promptChoresOf(app.deps))
  expect(await app.letters()).toEqual([])
  expect(await sendAll(readers(3))).toMatchObject({ sent: 3 })
})

test('a long list is left to whoever draws it up, however long that takes', async () => {
  const count = 4_000
  const { app, sendAll } = await openPostOffice({ count })
  let isDrawn = false
  const drawn = sendAll(readers(count), { holdSeconds: 10 }).finally(() => {
    isDrawn = true
  })
  let before = 0
  while (!isDrawn) {
    const letters = (await app.letters()).length
    if (letters > before && letters < count) {
      // What is drawn now may have said so before this passes, and be seen after it: twice as much must be no silence.
      app.passTime(25_000)
      await keepHouse(app.deps, promptChoresOf(app.deps))
    }
    before = letters
    await setImmediate()
  }
  expect(await drawn).toMatchObject({ total: count, failed: 0 })
  expect(await app.letters()).toHaveLength(count)
})

test('a list that is taken from whoever draws it up leaves nothing of itself', async () => {
  const count = 10_000
  const { app, owner } = await openPostOffice({ count })
  const pressed = owner.post('/api/send-bulk-download-emails', { subscribers: readers(count), filename })
  await expect.poll(async () => (await app.letters()).length).toBeGreaterThan(0)
  await takeAwayHalfDrawn(app.db, app.deps.now(), true)
  expect((await pressed).status).toBe(409)
  expect(await app.letters()).toEqual([])
})

test.each([
  ['connected', 'kept', 'done'],
  ['taken away', 'queued', 'sending'],
] as const)('a mail server %s while a list is drawn up changes nothing of it', async (turn, state, mailingState) => {
  const count = 2_000
  const { app, owner } = await openPostOffice({ count })
  const { mailer } = app.deps
  app.deps.mailer = turn === 'connected' ? null : mailer
  const wish = { subscribers: readers(count), filename, holdSeconds: 10 }
  const pressed = owner.post('/api/send-bulk-download-emails', wish)
  await expect.poll(async () => (await app.letters()).length).toBeGreaterThan(0)
  app.deps.mailer = turn === 'connected' ? mailer : null
  await pressed
  expect(new Set((await app.letters()).map((letter) => letter.state))).toEqual(new Set([state]))
  expect(await app.db.selectFrom('mailings').select('state').execute()).toEqual([{ state: mailingState }])
})

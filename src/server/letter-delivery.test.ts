import { describe, expect, onTestFinished, test } from 'vitest'
import { aMessage } from '#tests/support/contact.ts'
import { day, halfMinute, hour, jobs, openWithMail, ownerAddress, states } from '#tests/support/letters.ts'
import { signUp } from '#tests/support/newsletter.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { isSuppressed, suppress } from './suppressions.ts'

describe('when the mail server is away', () => {
  test('nothing is lost, and every letter goes out once when it is back', async () => {
    const smtp = await startSmtp()
    const app = await openWithMail(smtp, { DOUBLE_OPT_IN: 'off' })
    await smtp.stop()
    for (let reader = 0; reader < 10; reader++) await signUp(app, { email: `reader${reader}@home.example` })
    await app.post('/api/contact', aMessage)
    for (let minute = 0; minute < 10; minute++) {
      await app.work()
      app.passTime(60_000)
    }
    expect(new Set(await states(app))).toEqual(new Set(['queued']))
    await smtp.start()
    app.passTime(60_000)
    await app.work()
    expect(await states(app)).toEqual(Array.from({ length: 11 }, () => 'sent'))
    expect(smtp.received.map(({ to }) => to[0]).sort()).toEqual(
      [...Array.from({ length: 10 }, (_, reader) => `reader${reader}@home.example`), ownerAddress].sort(),
    )
    expect(app.logged.filter((line) => line.includes('mail server away'))).toHaveLength(1)
  })

  test('one letter knocks in half a minute, however many wait', async () => {
    const smtp = await startSmtp()
    const app = await openWithMail(smtp)
    smtp.script = { greeting: 'hang up' }
    for (let reader = 0; reader < 30; reader++) await signUp(app, { email: `reader${reader}@home.example` })
    for (let seconds = 0; seconds < 300; seconds += 5) {
      await app.work()
      app.passTime(5_000)
    }
    expect(smtp.connections).toBeGreaterThan(5)
    expect(smtp.connections).toBeLessThanOrEqual(10)
    smtp.script = {}
    app.passTime(halfMinute)
    await app.work()
    expect(smtp.received).toHaveLength(30)
  })

  test('a server that goes away in the middle is tried by the four in hand, and then once in half a minute', async () => {
    const smtp = await startSmtp()
    const app = await openWithMail(smtp)
    await signUp(app, { email: 'first@home.example' })
    await app.work()
    expect(smtp.received).toHaveLength(1)
    await smtp.stop()
    await smtp.start()
    smtp.script = { greeting: 'hang up' }
    smtp.connections = 0
    for (let reader = 0; reader < 30; reader++) await signUp(app, { email: `reader${reader}@home.example` })
    for (let seconds = 0; seconds < 120; seconds += 5) {
      await app.work()
      app.passTime(5_000)
    }
    expect(smtp.connections).toBeLessThanOrEqual(4 + 3)
  })

  test('a password that is refused bounces nobody', async () => {
    const smtp = await startSmtp()
    smtp.script = { auth: { code: 535, words: '5.7.8 Authentication credentials invalid' } }
    const app = await openWithMail(smtp, { SMTP_URL: smtp.url.replace('//', '//ines:wrong@') })
    await signUp(app, { email: 'reader@home.example' })
    await app.work()
    expect(await states(app)).toEqual(['queued'])
    expect(await isSuppressed(app.db, app.deps.keyFor, 'reader@home.example')).toBe(false)
    smtp.script = {}
    app.passTime(halfMinute)
    await app.work()
    expect(await states(app)).toEqual(['sent'])
  })

  test('after a day it is given up, and says so', async () => {
    const smtp = await startSmtp()
    const app = await openWithMail(smtp)
    await smtp.stop()
    await signUp(app, { email: 'one@home.example' })
    await signUp(app, { email: 'two@home.example' })
    await app.work()
    for (let hours = 0; hours < 24; hours++) {
      app.passTime(hour)
      await app.work()
    }
    expect(await states(app)).toEqual(['queued', 'queued'])
    app.passTime(hour)
    await app.work()
    expect((await app.letters()).map(({ state, error, settled_at }) => [state, error, settled_at !== null])).toEqual([
      ['failed', expect.any(String), true],
      ['failed', expect.any(String), true],
    ])
    expect(await jobs(app)).toEqual([])
  })
})

test.each([
  ['four days', '2026-01-19'],
  ['a fortnight', '2026-01-29'],
])(
  'what waited while the site was down for %s has a day from its start, also where it is refused at first',
  async (_, today) => {
    const smtp = await startSmtp()
    const before = await openWithMail(smtp)
    await smtp.stop()
    await signUp(before, { email: 'one@home.example' })
    await signUp(before, { email: 'two@home.example' })
    await before.work()
    const env = { SMTP_URL: smtp.url, MAIL_FROM: 'letters@author.example' }
    const app = await createTestApp({ env, beside: before, today })
    onTestFinished(() => app.deps.mailer?.close())
    await app.work()
    expect(await states(app)).toEqual(['queued', 'queued'])
    await smtp.start()
    smtp.refuse = () => ({ code: 451, words: '4.7.1 Greylisted' })
    app.passTime(halfMinute)
    await app.work()
    expect(await states(app)).toEqual(['queued', 'queued'])
    smtp.refuse = () => undefined
    app.passTime(hour)
    await app.work()
    expect(await states(app)).toEqual(['sent', 'sent'])
  },
)

describe('when one letter is not taken', () => {
  test('it is given up after a week where the site is started anew each day', async () => {
    const smtp = await startSmtp()
    smtp.refuse = () => ({ code: 451, words: '4.7.1 Not now' })
    const first = await openWithMail(smtp)
    await signUp(first, { email: 'slow@home.example' })
    await first.work()
    const env = { SMTP_URL: smtp.url, MAIL_FROM: 'letters@author.example' }
    const after: string[] = []
    for (let today = 16; today <= 22; today++) {
      const app = await createTestApp({ env, beside: first, today: `2026-01-${today}` })
      onTestFinished(() => app.deps.mailer?.close())
      for (let time = 0; time < 7; time++) {
        await app.work()
        app.passTime(3 * hour)
      }
      after.push(...(await states(app)))
    }
    expect(after).toEqual([...Array.from({ length: 6 }, () => 'queued'), 'failed'])
  })

  test('not now means later, and the others do not wait for it', async () => {
    const smtp = await startSmtp()
    const app = await openWithMail(smtp)
    smtp.script = { recipient: { code: 451, words: '4.3.0 Come back later' } }
    await signUp(app, { email: 'slow@home.example' })
    await app.work()
    expect(await app.letters()).toMatchObject([{ state: 'queued', error: expect.stringContaining('451') }])
    smtp.script = {}
    await signUp(app, { email: 'quick@home.example' })
    await app.work()
    expect(smtp.received.map(({ to }) => to)).toEqual([['quick@home.example']])
    app.passTime(2 * 60_000)
    await app.work()
    expect(await states(app)).toEqual(['sent', 'sent'])
    expect(smtp.received).toHaveLength(2)
  })

  test('an address where nobody is gets nothing any more', async () => {
    const smtp = await startSmtp()
    const app = await openWithMail(smtp)
    smtp.script = { recipient: { code: 550, words: '5.1.1 No such user' } }
    await signUp(app, { email: 'nobody@home.example' })
    await app.work()
    expect(await app.letters()).toMatchObject([{ state: 'failed', error: expect.stringContaining('550') }])
    smtp.script = {}
    await signUp(app, { email: 'nobody@home.example' })
    for (let days = 0; days < 3; days++) {
      app.passTime(day)
      await app.work()
    }
    expect([smtp.asked, await jobs(app)]).toEqual([['nobody@home.example'], []])
  })

  test('a rule against us is no reason never to write to her again', async () => {
    const smtp = await startSmtp()
    const app = await openWithMail(smtp)
    smtp.script = { recipient: { code: 554, words: '5.7.1 Relay access denied' } }
    await signUp(app, { email: 'reader@home.example' })
    await app.work()
    expect(await states(app)).toEqual(['failed'])
    smtp.script = {}
    await signUp(app, { email: 'reader@home.example' })
    await app.work()
    expect(smtp.received).toHaveLength(1)
  })

  test.each([ownerAddress, ownerAddress.replace('o', 'O')])(
    'the owner (%s) hears of messages also after a bounce, and after she left her own list',
    async (own) => {
      const smtp = await startSmtp()
      const app = await openWithMail(smtp, { OWNER_EMAIL: own })
      smtp.script = { recipient: { code: 550, words: '5.1.1 No such user' } }
      await app.post('/api/contact', aMessage)
      await app.work()
      expect(await states(app)).toEqual(['failed'])
      expect(await isSuppressed(app.db, app.deps.keyFor, ownerAddress)).toBe(false)
      await suppress(app.db, app.deps.keyFor, ownerAddress, 'left', app.deps.now())
      smtp.script = {}
      await app.post('/api/contact', { ...aMessage, message: 'Are you there at all?' })
      await app.work()
      expect(smtp.received.map(({ to }) => to)).toEqual([[own]])
    },
  )
})

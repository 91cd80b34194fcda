import fc from 'fast-check'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import { jobHandlers } from '#app/jobs.server.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { createWorker } from './jobs.ts'
import { createDelivery, writeLetter } from './letters.ts'
import { createSmtpMailer } from './mailer.ts'
import { isSuppressed, suppress } from './suppressions.ts'

// A conversation with a real server takes real time, and more of it on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const halfMinute = 30_000
const hour = 3_600_000
const day = 24 * hour

const owner = 'owner@author.example'
const aMessage = { name: 'Ada Reader', email: 'ada@home.example', message: 'Which door would you have left shut?' }

type Smtp = Awaited<ReturnType<typeof startSmtp>>
type TestApp = Awaited<ReturnType<typeof createTestApp>>

async function open(smtp: Smtp, env: Record<string, string> = {}): Promise<TestApp> {
  const app = await createTestApp({
    env: { SMTP_URL: smtp.url, OWNER_EMAIL: owner, MAIL_FROM: 'letters@author.example', RATE_LIMIT: 'off', ...env },
  })
  onTestFinished(() => app.deps.mailer?.close())
  return app
}

const states = async (app: TestApp) => (await app.letters()).map(({ state }) => state)
const jobs = (app: TestApp) => app.db.selectFrom('jobs').selectAll().execute()
const signUp = (app: TestApp, email: string, more = {}) => app.post('/api/newsletter/signup', { email, ...more })

function oneOf(smtp: Smtp) {
  expect(smtp.received).toHaveLength(1)
  return smtp.received[0]!
}

function headerNames(raw: string): string[] {
  const lines = raw.slice(0, raw.indexOf('\r\n\r\n')).split('\r\n')
  return lines.filter((line) => !/^[ \t]/.test(line)).map((line) => line.split(':', 1)[0] ?? '')
}

const plainHeaders = ['Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID', 'Subject', 'To']

describe('each letter as it arrives', () => {
  test('the confirmation', async () => {
    const smtp = await startSmtp()
    const app = await open(smtp)
    await signUp(app, 'Reader@Home.example', { name: 'Ada' })
    await app.work()
    const { from, to, raw, mail } = oneOf(smtp)
    expect([from, to]).toEqual(['letters@author.example', ['reader@home.example']])
    const [letter] = await app.letters()
    expect(mail).toMatchObject({
      messageId: `<${letter?.id}@author.example>`,
      subject: 'Please confirm your address',
      from: { text: '"Odile Marsh" <letters@author.example>' },
      to: { text: 'reader@home.example' },
    })
    const link = /https:\/\/author\.example\/confirm\/[\w.-]{80}/
    expect(mail.text).toMatch(link)
    expect(mail.html).toMatch(link)
    expect(headerNames(raw).sort()).toEqual(plainHeaders)
    expect(letter).toMatchObject({ state: 'sent', dispatched_at: expect.any(String), settled_at: expect.any(String) })
    expect(await jobs(app)).toEqual([])
  })

  test('the welcome, with its way out for people and for programs', async () => {
    const smtp = await startSmtp()
    const app = await open(smtp, { DOUBLE_OPT_IN: 'off' })
    await signUp(app, 'reader@home.example')
    await app.work()
    const { to, raw, mail } = oneOf(smtp)
    expect(to).toEqual(['reader@home.example'])
    expect(headerNames(raw).sort()).toEqual([...plainHeaders, 'List-Unsubscribe', 'List-Unsubscribe-Post'].sort())
    const lines = Object.fromEntries(mail.headerLines.map(({ key, line }) => [key, line.replace(/\r\n\s+/g, ' ')]))
    const [, url = ''] = lines['list-unsubscribe']?.match(/^List-Unsubscribe: <(https:\/\/\S+)>, <mailto:\S+>$/) ?? []
    expect(lines['list-unsubscribe-post']).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(mail.text).toContain(url)
    expect(mail.html).toContain(url)
    const { pathname } = new URL(url)
    expect((await app.request(pathname, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200)
    expect(await app.db.selectFrom('subscribers').select('state').execute()).toEqual([{ state: 'left' }])
  })

  test('the answer to a request for the advance copy', async () => {
    const smtp = await startSmtp()
    const app = await open(smtp)
    await signUp(app, 'juror@home.example', { source: 'voss_trials_arc', name: 'Ruth' })
    await app.work()
    const { to, raw, mail } = oneOf(smtp)
    expect([to, mail.subject]).toEqual([['juror@home.example'], 'Your advance copy of Voss Trials'])
    expect(headerNames(raw)).toEqual(expect.arrayContaining(['List-Unsubscribe', 'List-Unsubscribe-Post']))
  })

  test('the notice of a message, which answers to the reader and shows her words as she set them', async () => {
    const smtp = await startSmtp()
    const app = await open(smtp)
    const message = 'Dear Odile,\n\n  which door?\n<b>Mine</b> & yours.'
    await app.post('/api/contact', { ...aMessage, name: 'Ada, "the" Reader', message })
    await app.work()
    const { from, to, raw, mail } = oneOf(smtp)
    expect([from, to]).toEqual(['letters@author.example', [owner]])
    expect(mail.replyTo?.value).toEqual([{ name: 'Ada, "the" Reader', address: 'ada@home.example' }])
    expect(mail.text).toContain(message)
    expect(mail.html).toContain('&lt;b&gt;Mine&lt;/b&gt; &amp; yours.')
    expect(headerNames(raw).sort()).toEqual([...plainHeaders, 'Reply-To'].sort())
  })
})

describe('whatever is typed', () => {
  const pieces = fc.constantFrom(
    ...['\r\n', '\n', '\r', ': ', 'Bcc: mallory@evil.example', ',', ';', '<', '>', '"', '@', 'ada', ' ', '\t', '\\'],
    ...['=?utf-8?q?x?=', '\u2028', '\u0085', '\u202e', 'é', '🕯', '.', '\r\n.\r\n', '\u0000', 'evil.example', '(', ')'],
  )
  const hostile = fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join(''))
  const anyText = fc.oneof(hostile, fc.string({ unit: 'binary', maxLength: 60 }), fc.lorem({ maxCount: 5 }))
  const email = fc.oneof(
    fc.emailAddress(),
    fc.tuple(hostile, hostile).map(([local, domain]) => `${local}@${domain}`),
    hostile.map((text) => `${text}@home.example`),
    hostile.map((text) => `ada@home.example${text}`),
  )
  const message = fc.oneof(hostile, fc.string({ unit: 'binary' })).map((text) => `Dear Odile, ${text}`)
  const person = fc.record({ name: anyText.map((text) => `Ada ${text}`), email, message })
  // What is mailed does not depend on the engine; the second one gets a sample.
  const numRuns = process.env.TEST_DATABASE_URL ? 15 : 120

  /** The same worker, with a mailer that is not held to fifty letters a second. */
  function hurried(app: TestApp, smtp: Smtp) {
    const mailer = createSmtpMailer(smtp.url, 100_000)
    onTestFinished(() => mailer.close())
    return createWorker({ ...app.deps, handlers: jobHandlers({ ...app.deps, mailer }) })
  }

  // A local part that is not plain is quoted on its way, which is the same address.
  const unquoted = (address = '') => address.replace(/^"(.*)"@/, '$1@')

  function expectOneCleanLetter({ raw, mail }: Smtp['received'][number], headers: string[]) {
    expect(headerNames(raw).sort()).toEqual([...headers].sort())
    for (const line of raw.slice(0, raw.indexOf('\r\n\r\n')).split('\r\n')) {
      expect(line).toMatch(/^(?:[A-Za-z-]+:|[ \t])[^\r\n]*$/)
    }
    const names = [mail.replyTo, mail.from, mail.to].flat().flatMap((entry) => entry?.value ?? [])
    for (const value of [mail.subject ?? '', ...names.flatMap(({ name, address = '' }) => [name, address])]) {
      expect(value).not.toMatch(/[\r\n]/)
    }
  }

  test('a message becomes one letter to the owner, with no header of its own', async () => {
    const smtp = await startSmtp()
    const app = await open(smtp)
    const worker = hurried(app, smtp)
    let sent = 0
    await fc.assert(
      fc.asyncProperty(fc.array(person, { minLength: 10, maxLength: 10 }), async (people) => {
        smtp.received.length = 0
        smtp.asked.length = 0
        for (const body of people) await app.post('/api/contact', body)
        const due = await app.db.selectFrom('letters').select('id').where('state', '=', 'queued').execute()
        await worker.runDue()
        expect(smtp.asked).toEqual(due.map(() => owner))
        expect(smtp.received).toHaveLength(due.length)
        const written = people.map((one) => one.email.trim())
        for (const one of smtp.received) {
          expect(one.to).toEqual([owner])
          expectOneCleanLetter(one, [...plainHeaders, 'Reply-To'])
          expect(one.mail.replyTo?.value).toHaveLength(1)
          expect(written).toContain(unquoted(one.mail.replyTo?.value[0]?.address))
        }
        sent += due.length
      }),
      { numRuns },
    )
    expect(sent).toBeGreaterThan(numRuns * 2)
  }, 120_000)

  test('a signup becomes one letter to one address, with nothing in it that was typed', async () => {
    const smtp = await startSmtp()
    const app = await open(smtp)
    const worker = hurried(app, smtp)
    await fc.assert(
      fc.asyncProperty(fc.array(person, { minLength: 10, maxLength: 10 }), async (people) => {
        smtp.received.length = 0
        smtp.asked.length = 0
        for (const { name, email } of people) await signUp(app, email, { name })
        await worker.runDue()
        const allowed = new Set(people.map((one) => one.email.trim().toLowerCase()))
        for (const one of smtp.received) {
          expect(one.to).toHaveLength(1)
          expect(allowed).toContain(unquoted(one.to[0]))
          expectOneCleanLetter(one, plainHeaders)
          expect(one.mail.subject).toBe('Please confirm your address')
        }
        expect(smtp.received.length).toBeLessThanOrEqual(allowed.size)
      }),
      { numRuns },
    )
  }, 120_000)
})

describe('when the mail server is away', () => {
  test('nothing is lost, and every letter goes out once when it is back', async () => {
    const smtp = await startSmtp()
    const app = await open(smtp, { DOUBLE_OPT_IN: 'off' })
    await smtp.stop()
    for (let reader = 0; reader < 10; reader++) await signUp(app, `reader${reader}@home.example`)
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
      [...Array.from({ length: 10 }, (_, reader) => `reader${reader}@home.example`), owner].sort(),
    )
    expect(app.logged.filter((line) => line.includes('mail server away'))).toHaveLength(1)
  })

  test('one letter knocks in half a minute, however many wait', async () => {
    const smtp = await startSmtp()
    const app = await open(smtp)
    smtp.script = { greeting: 'hang up' }
    for (let reader = 0; reader < 30; reader++) await signUp(app, `reader${reader}@home.example`)
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
    const app = await open(smtp)
    await signUp(app, 'first@home.example')
    await app.work()
    expect(smtp.received).toHaveLength(1)
    await smtp.stop()
    await smtp.start()
    smtp.script = { greeting: 'hang up' }
    smtp.connections = 0
    for (let reader = 0; reader < 30; reader++) await signUp(app, `reader${reader}@home.example`)
    for (let seconds = 0; seconds < 120; seconds += 5) {
      await app.work()
      app.passTime(5_000)
    }
    expect(smtp.connections).toBeLessThanOrEqual(4 + 3)
  })

  test('a password that is refused bounces nobody', async () => {
    const smtp = await startSmtp()
    smtp.script = { auth: { code: 535, words: '5.7.8 Authentication credentials invalid' } }
    const app = await open(smtp, { SMTP_URL: smtp.url.replace('//', '//odile:wrong@') })
    await signUp(app, 'reader@home.example')
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
    const app = await open(smtp)
    await smtp.stop()
    await signUp(app, 'one@home.example')
    await signUp(app, 'two@home.example')
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

describe('when one letter is not taken', () => {
  test('not now means later, and the others do not wait for it', async () => {
    const smtp = await startSmtp()
    const app = await open(smtp)
    smtp.script = { recipient: { code: 451, words: '4.3.0 Come back later' } }
    await signUp(app, 'slow@home.example')
    await app.work()
    expect(await app.letters()).toMatchObject([{ state: 'queued', error: expect.stringContaining('451') }])
    smtp.script = {}
    await signUp(app, 'quick@home.example')
    await app.work()
    expect(smtp.received.map(({ to }) => to)).toEqual([['quick@home.example']])
    app.passTime(2 * 60_000)
    await app.work()
    expect(await states(app)).toEqual(['sent', 'sent'])
    expect(smtp.received).toHaveLength(2)
  })

  test('an address where nobody is gets nothing any more', async () => {
    const smtp = await startSmtp()
    const app = await open(smtp)
    smtp.script = { recipient: { code: 550, words: '5.1.1 No such user' } }
    await signUp(app, 'nobody@home.example')
    await app.work()
    expect(await app.letters()).toMatchObject([{ state: 'bounced', error: expect.stringContaining('550') }])
    smtp.script = {}
    await signUp(app, 'nobody@home.example')
    for (let days = 0; days < 3; days++) {
      app.passTime(day)
      await app.work()
    }
    expect([smtp.asked, await jobs(app)]).toEqual([['nobody@home.example'], []])
  })

  test('a rule against us is no reason never to write to her again', async () => {
    const smtp = await startSmtp()
    const app = await open(smtp)
    smtp.script = { recipient: { code: 554, words: '5.7.1 Relay access denied' } }
    await signUp(app, 'reader@home.example')
    await app.work()
    expect(await states(app)).toEqual(['bounced'])
    smtp.script = {}
    await signUp(app, 'reader@home.example')
    await app.work()
    expect(smtp.received).toHaveLength(1)
  })

  test('the owner hears of messages also after a bounce, and after she left her own list', async () => {
    const smtp = await startSmtp()
    const app = await open(smtp)
    smtp.script = { recipient: { code: 550, words: '5.1.1 No such user' } }
    await app.post('/api/contact', aMessage)
    await app.work()
    expect(await states(app)).toEqual(['bounced'])
    expect(await isSuppressed(app.db, app.deps.keyFor, owner)).toBe(false)
    await suppress(app.db, app.deps.keyFor, owner, 'left', app.deps.now())
    smtp.script = {}
    await app.post('/api/contact', { ...aMessage, message: 'Are you there at all?' })
    await app.work()
    expect(smtp.received.map(({ to }) => to)).toEqual([[owner]])
  })
})

describe('never twice', () => {
  test('a line cut after the dot leaves the letter uncertain, and it is not sent again', async () => {
    const smtp = await startSmtp()
    const app = await open(smtp)
    smtp.script = { hangUp: 'after the dot' }
    await signUp(app, 'reader@home.example')
    await app.work()
    expect(await app.letters()).toMatchObject([{ state: 'unknown', dispatched_at: expect.any(String) }])
    smtp.script = {}
    for (let days = 0; days < 3; days++) {
      app.passTime(day)
      await app.work()
    }
    expect([smtp.asked, smtp.received]).toEqual([['reader@home.example'], []])
    expect(await states(app)).toEqual(['unknown'])
  })

  test('a server that always cuts there makes one letter uncertain in half a minute, not all of them', async () => {
    const smtp = await startSmtp()
    const app = await open(smtp)
    smtp.script = { hangUp: 'after the dot' }
    for (let reader = 0; reader < 20; reader++) await signUp(app, `reader${reader}@home.example`)
    await app.work()
    expect((await states(app)).filter((state) => state === 'unknown')).toHaveLength(1)
    smtp.script = {}
    app.passTime(halfMinute)
    await app.work()
    expect((await states(app)).filter((state) => state === 'sent')).toHaveLength(19)
  })

  test('a line cut before the dot costs a second try, and one letter arrives', async () => {
    const smtp = await startSmtp()
    const app = await open(smtp)
    smtp.script = { hangUp: 'midway' }
    await writeLetter(app.db, app.deps, {
      kind: 'test.long',
      to: { name: '', address: 'reader@home.example' },
      subject: 'A long one',
      html: '<p>A long one</p>',
      text: 'All work and no play.\n'.repeat(800_000),
    })
    await app.work()
    expect(await app.letters()).toMatchObject([{ state: 'queued', dispatched_at: null }])
    expect(smtp.received).toEqual([])
    smtp.script = {}
    app.passTime(halfMinute)
    await app.work()
    app.passTime(day)
    await app.work()
    expect([await states(app), smtp.received.length]).toEqual([['sent'], 1])
  })

  test('a server that thinks it over after the dot and says no is asked again', async () => {
    const smtp = await startSmtp()
    const app = await open(smtp)
    smtp.script = { letter: { code: 452, words: '4.3.1 Disk full' } }
    await signUp(app, 'reader@home.example')
    await app.work()
    expect(await app.letters()).toMatchObject([{ state: 'queued', dispatched_at: null }])
    smtp.script = {}
    app.passTime(2 * 60_000)
    await app.work()
    expect([await states(app), smtp.received.length]).toEqual([['sent'], 1])
  })

  test('a process that died in the moment of sending leaves the letter uncertain', async () => {
    const smtp = await startSmtp()
    const app = await open(smtp)
    await signUp(app, 'reader@home.example')
    await smtp.stop()
    await app.work()
    const dispatched = { state: 'sending' as const, dispatched_at: app.deps.now().toISOString() }
    await app.db.updateTable('letters').set(dispatched).execute()
    await smtp.start()
    app.passTime(hour)
    await app.work()
    expect([await states(app), await jobs(app), smtp.asked]).toEqual([['unknown'], [], []])
  })

  test('a job that runs again after its letter is settled sends nothing', async () => {
    const smtp = await startSmtp()
    const app = await open(smtp)
    await signUp(app, 'reader@home.example')
    await app.work()
    const [letter] = await app.letters()
    await createDelivery(app.deps)({ letterId: letter?.id ?? '' })
    await createDelivery(app.deps)({ letterId: 'a letter that was forgotten meanwhile' })
    expect([smtp.asked, await states(app)]).toEqual([['reader@home.example'], ['sent']])
  })

  test('two processes with one letter in hand send it once', async () => {
    const smtp = await startSmtp()
    const app = await open(smtp)
    await signUp(app, 'reader@home.example')
    await smtp.stop()
    await app.work()
    await smtp.start()
    const [letter] = await app.letters()
    const both = [createDelivery(app.deps), createDelivery(app.deps)].map((deliver) =>
      deliver({ letterId: letter?.id ?? '' }),
    )
    await Promise.allSettled(both)
    expect(smtp.received).toHaveLength(1)
    expect(await states(app)).toEqual(['sent'])
  })
})

test('without a mail server letters are kept, and nothing pretends to be sent', async () => {
  const app = await createTestApp({ env: { DOUBLE_OPT_IN: 'off' } })
  await signUp(app, 'reader@home.example')
  await app.post('/api/contact', aMessage)
  await app.work()
  expect(await states(app)).toEqual(['kept', 'kept'])
  expect(await jobs(app)).toEqual([])
})

test('no letter is kept for longer than three months, sent or not', async () => {
  const smtp = await startSmtp()
  const app = await open(smtp)
  await signUp(app, 'reader@home.example')
  await app.work()
  const unsent = await createTestApp()
  await unsent.post('/api/contact', aMessage)
  for (const house of [app, unsent]) {
    house.passTime(89 * day)
    await keepHouse(house.deps)
    expect(await house.letters()).toHaveLength(1)
    house.passTime(2 * day)
    await keepHouse(house.deps)
    expect(await house.letters()).toEqual([])
  }
})

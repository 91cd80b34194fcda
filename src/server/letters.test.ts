import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { keepHouse } from '#app/housekeeping.server.ts'
import { jobHandlers } from '#app/jobs.server.ts'
import { aMessage } from '#tests/support/contact.ts'
import { day, jobs, openWithMail, ownerAddress, type Smtp, states } from '#tests/support/letters.ts'
import { runs } from '#tests/support/long-run.ts'
import { people, signUp } from '#tests/support/newsletter.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import { createTestApp } from '#tests/support/test-app.ts'
import { createWorker } from './jobs.ts'
import { createSmtpMailer } from './mailer.ts'
import { createPostOffice } from './post-office.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>

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
    const app = await openWithMail(smtp)
    await signUp(app, { email: 'Reader@Home.example', name: 'Ada' })
    await app.work()
    const { from, to, raw, mail } = oneOf(smtp)
    expect([from, to]).toEqual(['letters@author.example', ['reader@home.example']])
    const [letter] = await app.letters()
    expect(mail).toMatchObject({
      messageId: `<${letter?.id}@author.example>`,
      subject: 'Please confirm your address',
      from: { text: '"Ines Calder" <letters@author.example>' },
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
    const app = await openWithMail(smtp, { DOUBLE_OPT_IN: 'off' })
    await signUp(app, { email: 'reader@home.example' })
    await app.work()
    const { to, raw, mail } = oneOf(smtp)
    expect(to).toEqual(['reader@home.example'])
    const ofList = ['Feedback-ID', 'List-ID', 'List-Unsubscribe', 'List-Unsubscribe-Post']
    expect(headerNames(raw).sort()).toEqual([...plainHeaders, ...ofList].sort())
    const lines = Object.fromEntries(mail.headerLines.map(({ key, line }) => [key, line.replace(/\r\n\s+/g, ' ')]))
    const [, url = ''] = lines['list-unsubscribe']?.match(/^List-Unsubscribe: <(https:\/\/\S+)>, <mailto:\S+>$/) ?? []
    expect(lines['list-unsubscribe-post']).toBe('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
    expect(mail.text).toContain(url)
    expect(mail.html).toContain(url)
    const { pathname } = new URL(url)
    expect((await app.request(pathname, { method: 'POST', body: 'List-Unsubscribe=One-Click' })).status).toBe(200)
    expect(await people(app)).toMatchObject([{ state: 'left' }])
  })

  test('the answer to a request for the advance copy', async () => {
    const smtp = await startSmtp()
    const app = await openWithMail(smtp)
    await signUp(app, { email: 'juror@home.example', source: 'voss_trials_arc', name: 'Ruth' })
    await app.work()
    const { to, raw, mail } = oneOf(smtp)
    expect([to, mail.subject]).toEqual([['juror@home.example'], 'You are on the advance list'])
    expect(headerNames(raw)).toEqual(expect.arrayContaining(['List-Unsubscribe', 'List-Unsubscribe-Post']))
  })

  test('the notice of a message, which answers to the reader and shows her words as she set them', async () => {
    const smtp = await startSmtp()
    const app = await openWithMail(smtp)
    const message = 'Dear Ines,\n\n  which door?\n<b>Mine</b> & yours.'
    await app.post('/api/contact', { ...aMessage, name: 'Ada, "the" Reader', message })
    await app.work()
    const { from, to, raw, mail } = oneOf(smtp)
    expect([from, to]).toEqual(['letters@author.example', [ownerAddress]])
    expect(mail.replyTo?.value).toEqual([{ name: 'Ada, "the" Reader', address: 'ada@home.example' }])
    expect(mail.text).toContain(message)
    expect(mail.html).toContain('&lt;b&gt;Mine&lt;/b&gt; &amp; yours.')
    expect(headerNames(raw).sort()).toEqual([...plainHeaders, 'Reply-To'].sort())
  })

  test('an address in letters of any kind is answered at just that address', async () => {
    const smtp = await startSmtp()
    const app = await openWithMail(smtp)
    for (const email of ['łucja@home.example', '🕯@home.example']) {
      await app.post('/api/contact', { ...aMessage, email })
      await app.work()
      expect(smtp.received.at(-1)?.mail.replyTo?.value[0]?.address).toBe(email)
    }
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
  const message = fc.oneof(hostile, fc.string({ unit: 'binary' })).map((text) => `Dear Ines, ${text}`)
  const person = fc.record({ name: anyText.map((text) => `Ada ${text}`), email, message })

  /** The same work, with a post office that is not held to fifty letters a second. */
  function hurried(app: TestApp, smtp: Smtp) {
    const mailer = createSmtpMailer(smtp.url, 100_000)
    onTestFinished(() => mailer.close())
    const deps = { ...app.deps, env: { ...app.env, lettersPerSecond: 100_000 }, mailer }
    const worker = createWorker({ ...deps, handlers: jobHandlers(deps) })
    const postOffice = createPostOffice(deps)
    return async () => {
      await worker.runDue()
      await postOffice.runDue()
    }
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
    const app = await openWithMail(smtp)
    const work = hurried(app, smtp)
    let sent = 0
    await fc.assert(
      fc.asyncProperty(fc.array(person, { minLength: 10, maxLength: 10 }), async (people) => {
        smtp.received.length = 0
        smtp.asked.length = 0
        for (const body of people) await app.post('/api/contact', body)
        const due = await app.db.selectFrom('letters').select('id').where('state', '=', 'queued').execute()
        await work()
        expect(smtp.asked).toEqual(due.map(() => ownerAddress))
        expect(smtp.received).toHaveLength(due.length)
        const written = people.map((one) => one.email.trim())
        for (const one of smtp.received) {
          expect(one.to).toEqual([ownerAddress])
          expectOneCleanLetter(one, [...plainHeaders, 'Reply-To'])
          expect(one.mail.replyTo?.value).toHaveLength(1)
          expect(written).toContain(unquoted(one.mail.replyTo?.value[0]?.address))
        }
        sent += due.length
      }),
      { numRuns: runs.post },
    )
    expect(sent).toBeGreaterThan(runs.post)
  })

  test('a signup becomes one letter to one address, with nothing in it that was typed', async () => {
    const smtp = await startSmtp()
    const app = await openWithMail(smtp)
    const work = hurried(app, smtp)
    const said = new Set<string>()
    const link = /\/confirm\/[\w.-]{80}/g
    await fc.assert(
      fc.asyncProperty(fc.array(person, { minLength: 10, maxLength: 10 }), async (people) => {
        smtp.received.length = 0
        smtp.asked.length = 0
        for (const { name, email } of people) await signUp(app, { email, name })
        await work()
        const allowed = new Set(people.map((one) => one.email.trim().toLowerCase()))
        for (const one of smtp.received) {
          expect(one.to).toHaveLength(1)
          expect(allowed).toContain(unquoted(one.to[0]))
          expectOneCleanLetter(one, plainHeaders)
          expect(one.mail.subject).toBe('Please confirm your address')
          expect([one.mail.to].flat()[0]?.value[0]?.name).toBe('')
          for (const words of [one.mail.text, one.mail.html]) said.add(String(words).replaceAll(link, ''))
        }
        // But for the link they are one letter, in two parts.
        expect(said.size).toBeLessThanOrEqual(2)
        expect(smtp.received.length).toBeLessThanOrEqual(allowed.size)
      }),
      { numRuns: runs.post },
    )
  })
})

test('without a mail server letters are kept, and nothing pretends to be sent', async () => {
  const app = await createTestApp({ env: { DOUBLE_OPT_IN: 'off' } })
  await signUp(app, { email: 'reader@home.example' })
  await app.post('/api/contact', aMessage)
  await app.work()
  expect(await states(app)).toEqual(['kept', 'kept'])
  expect(await jobs(app)).toEqual([])
})

test('no letter is kept for longer than three months, sent or not', async () => {
  const smtp = await startSmtp()
  const app = await openWithMail(smtp, { DOUBLE_OPT_IN: 'off' })
  await signUp(app, { email: 'reader@home.example' })
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

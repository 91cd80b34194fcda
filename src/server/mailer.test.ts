import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { dkim, publicKey, verifyDkim } from '#tests/support/dkim.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import type { Script } from '#tests/support/smtp-server.ts'
import { readEnv } from './env.ts'
import { openAnyLine } from './mail-line.ts'
import { createSmtpMailer, type Letter, openMailer } from './mailer.ts'

const letter: Letter = {
  messageId: '<one@author.example>',
  from: { name: 'Ines Calder', address: 'letters@author.example' },
  to: { name: 'Ada', address: 'ada@home.example' },
  replyTo: null,
  subject: 'A door, left open',
  html: '<p>Come in.</p>',
  text: 'Come in.',
  headers: {},
}

/** More than any line between two sockets holds: its end has not left while its beginning is being read. */
const longLetter = { ...letter, text: 'All work and no play.\n'.repeat(800_000) }

const nothing = async () => {}

function mailerFor(url: string, lettersPerSecond = 50, how: Parameters<typeof createSmtpMailer>[2] = {}) {
  const mailer = createSmtpMailer(url, lettersPerSecond, how)
  onTestFinished(() => mailer.close())
  return mailer
}

test('a letter arrives with both parts, one recipient and the id we gave it', async () => {
  const smtp = await startSmtp()
  expect(await mailerFor(smtp.url).send(letter, nothing)).toEqual({ kind: 'sent' })
  expect(smtp.received).toMatchObject([
    {
      from: 'letters@author.example',
      to: ['ada@home.example'],
      mail: { messageId: '<one@author.example>', subject: 'A door, left open', text: 'Come in.', html: letter.html },
    },
  ])
})

test('two addresses in one field reach nobody', async () => {
  const smtp = await startSmtp()
  const to = { name: '', address: 'ada@home.example, mallory@home.example' }
  expect(await mailerFor(smtp.url).send({ ...letter, to }, nothing)).toMatchObject({ kind: 'refused' })
  expect([smtp.asked, smtp.received]).toEqual([[], []])
})

test('Postmark, which gives every letter an id of its own, is asked to keep ours; nobody else is told', async () => {
  // It has the certificate that everybody has, and says so: for once that is what we want.
  vi.mocked(console.error).mockImplementationOnce(() => {})
  const smtp = await startSmtp({ isTls: true })
  vi.mocked(console.error).mockClear()
  const openLine = () => openAnyLine({ host: '127.0.0.1', port: smtp.port })
  for (const host of ['smtp.postmarkapp.com', 'mail.author.example'])
    await mailerFor(`smtp://${host}:587?tls.rejectUnauthorized=false`, 50, { openLine }).send(letter, nothing)
  expect(smtp.received.map(({ mail }) => mail.headers.get('x-pm-metadata-letter'))).toEqual(['one', undefined])
})

test('one that another takes the place of brings the letters it has, and then hangs up', async () => {
  const smtp = await startSmtp()
  const mailer = mailerFor(smtp.url, 2)
  const sending: Promise<unknown>[] = []
  await new Promise<void>((atGate) => {
    const retireAtGate = async () => {
      mailer.retire()
      atGate()
    }
    sending.push(...[retireAtGate, nothing, nothing].map((gate) => mailer.send(letter, gate)))
  })
  expect(await Promise.all(sending)).toEqual([{ kind: 'sent' }, { kind: 'sent' }, { kind: 'sent' }])
  expect(smtp.received).toHaveLength(3)
  await expect.poll(() => smtp.openLines()).toBe(0)
  // Whoever comes too late is told, and may ask the next one.
  expect(await mailer.send(letter, nothing)).toMatchObject({ kind: 'deferred' })
})

test('what was typed on a screen leads to this machine or to the internet, and to no neighbour of ours', async () => {
  const smtp = await startSmtp()
  const typed = (url: string) => openMailer({ ...readEnv({ MAIL_RATE: '50' }), smtpUrl: url })
  const here = typed(smtp.url)
  expect(await here?.send(letter, nothing)).toEqual({ kind: 'sent' })
  const neighbour = typed('smtp://192.168.1.20:25')
  expect(await neighbour?.send(letter, nothing)).toMatchObject({
    kind: 'deferred',
    reason: expect.stringContaining('private'),
  })
  here?.close()
  neighbour?.close()
})

describe.each([
  ['the gate before the dot', {}],
  ['the gate before the dot of a signed letter', { dkim }],
])('%s', (_what, how) => {
  test('is passed once, when the server has nothing to keep yet', async () => {
    const smtp = await startSmtp()
    const atGate: number[] = []
    await mailerFor(smtp.url, 50, how).send(letter, async () => void atGate.push(smtp.received.length))
    expect([atGate, smtp.received.length]).toEqual([[0], 1])
  })

  test('is never reached when the recipient is refused', async () => {
    const smtp = await startSmtp()
    smtp.script = { recipient: { code: 550, words: '5.1.1 Nobody of that name' } }
    const outcome = await mailerFor(smtp.url, 50, how).send(letter, () =>
      Promise.reject(new Error('the gate was reached')),
    )
    expect(outcome.kind).toBe('refused')
  })

  test('stops the letter when it fails, and the next one goes out', async () => {
    const smtp = await startSmtp()
    const mailer = mailerFor(smtp.url, 50, how)
    await expect(mailer.send(letter, () => Promise.reject(new Error('no database')))).rejects.toThrow('no database')
    expect(smtp.received).toEqual([])
    expect(await mailer.send(letter, nothing)).toEqual({ kind: 'sent' })
    expect(smtp.received).toHaveLength(1)
  })

  test('a line that breaks while it is being passed broke before the dot, and the gate is done before we hear', async () => {
    const smtp = await startSmtp()
    smtp.script = { hangUp: 'midway' }
    let isWritten = false
    let tellBroken = () => {}
    const broken = new Promise<void>((resolve) => {
      tellBroken = resolve
    })
    const openLine: typeof openAnyLine = async (line) => (await openAnyLine(line)).once('close', tellBroken)
    const outcome = await mailerFor(smtp.url, 50, { ...how, openLine }).send(letter, async () => {
      await broken
      isWritten = true
    })
    expect([outcome.kind, isWritten]).toEqual(['deferred', true])
  })
})

describe('a signed letter', () => {
  const listed = {
    ...letter,
    headers: {
      'List-Unsubscribe': '<https://author.example/u/1>',
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  }

  test('is verified with what stands in the DNS, and the signature covers the way out', async () => {
    const smtp = await startSmtp()
    const long = {
      ...listed,
      subject: 'Eine Tür, offen',
      text: '.\n..  Am Anfang  \n\nwar es still.\t\n\n\n'.repeat(500),
    }
    const mailer = mailerFor(smtp.url, 50, { dkim })
    for (const one of [listed, long]) expect(await mailer.send(one, nothing)).toEqual({ kind: 'sent' })
    for (const { raw } of smtp.received) {
      const { isValid, covered, tags } = verifyDkim(raw, publicKey)
      expect([isValid, tags.get('d'), tags.get('s')]).toEqual([true, 'author.example', 'site20260115'])
      expect(covered).toEqual(expect.arrayContaining(['from', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']))
      expect(verifyDkim(raw.replace('author.example/u/1', 'mallory.example/u/1'), publicKey).isValid).toBe(false)
      expect(verifyDkim(raw.replace(/Come in|still/, 'Go away'), publicKey).isValid).toBe(false)
    }
  })

  test('without a key there is no signature', async () => {
    const smtp = await startSmtp()
    await mailerFor(smtp.url).send(listed, nothing)
    expect(smtp.received[0]?.raw).not.toMatch(/dkim-signature/i)
  })
})

describe('what became of it', () => {
  const cases: [string, Script, object][] = [
    ['the door is shut', { greeting: 'hang up' }, { kind: 'deferred', isServerAway: true }],
    ['the greeting takes its time', { greeting: 700 }, { kind: 'sent' }],
    [
      'our password is refused',
      { auth: { code: 535, words: '5.7.8 Who are you?' } },
      { kind: 'deferred', isServerAway: true },
    ],
    [
      'our address is refused',
      { sender: { code: 550, words: '5.7.1 Not with that name' } },
      { kind: 'deferred', isServerAway: true },
    ],
    [
      'the recipient has to wait',
      { recipient: { code: 451, words: '4.3.0 Come back later' } },
      { kind: 'deferred', isServerAway: false },
    ],
    [
      'nobody of that name',
      { recipient: { code: 550, words: '5.1.1 No such user' } },
      { kind: 'refused', isAddressDead: true },
    ],
    [
      'a refusal without a second number, which may be about us',
      { recipient: { code: 550, words: 'relay not permitted' } },
      { kind: 'refused', isAddressDead: false },
    ],
    [
      'an address of ours that the server does not like',
      { recipient: { code: 550, words: '5.1.8 Bad sender' } },
      { kind: 'refused', isAddressDead: false },
    ],
    [
      'a domain that takes no mail',
      { recipient: { code: 556, words: '5.1.10 Null MX' } },
      { kind: 'refused', isAddressDead: true },
    ],
    [
      'a mailbox that was closed',
      { recipient: { code: 550, words: '5.2.1 Mailbox disabled' } },
      { kind: 'refused', isAddressDead: true },
    ],
    [
      'a rule against us, not against her',
      { recipient: { code: 554, words: '5.7.1 Relay access denied' } },
      { kind: 'refused', isAddressDead: false },
    ],
    [
      'a full mailbox',
      { recipient: { code: 552, words: '5.2.2 Over quota' } },
      { kind: 'refused', isAddressDead: false },
    ],
    [
      'the words are refused',
      { letter: { code: 554, words: '5.6.0 Spam' } },
      { kind: 'refused', isAddressDead: false },
    ],
    [
      'no room just now',
      { letter: { code: 452, words: '4.3.1 Disk full' } },
      { kind: 'deferred', isServerAway: false },
    ],
    ['cut at the recipient', { hangUp: 'at the recipient' }, { kind: 'deferred', isServerAway: true }],
    ['cut after the dot', { hangUp: 'after the dot' }, { kind: 'unknown' }],
  ]

  test.each(cases)('%s', async (_name, script, expected) => {
    const smtp = await startSmtp()
    smtp.script = script
    const url = smtp.url.replace('smtp://', 'smtp://ines:secret@')
    expect(await mailerFor(url).send(letter, nothing)).toMatchObject(expected)
  })

  test('cut in the middle of the letter', async () => {
    const smtp = await startSmtp()
    smtp.script = { hangUp: 'midway' }
    const outcome = await mailerFor(smtp.url).send(longLetter, () => Promise.reject(new Error('the gate was reached')))
    expect(outcome).toMatchObject({ kind: 'deferred', isServerAway: true })
    expect(smtp.received).toEqual([])
  })

  test('nobody listens', async () => {
    const smtp = await startSmtp()
    await smtp.stop()
    expect(await mailerFor(smtp.url).send(letter, nothing)).toMatchObject({ kind: 'deferred', isServerAway: true })
  })

  test('the server says nothing at all', async () => {
    const smtp = await startSmtp()
    smtp.script = { greeting: 'silence' }
    expect(await mailerFor(smtp.url).send(letter, nothing)).toMatchObject({ kind: 'deferred', isServerAway: true })
  })
})

describe('to a server elsewhere', () => {
  // Every address from 127.0.0.1 on is this machine, but only the first counts as such for us.
  const elsewhere = '127.0.0.2'

  test.runIf(process.platform === 'linux')('nothing is said in the open', async () => {
    const smtp = await startSmtp({ host: elsewhere })
    expect(await mailerFor(smtp.url).send(letter, nothing)).toMatchObject({ kind: 'deferred', isServerAway: true })
    expect(smtp.asked).toEqual([])
  })

  test.runIf(process.platform === 'linux')('a certificate that nobody vouches for is not trusted', async () => {
    // It has the certificate that everybody has, and says so: for once that is what we want.
    vi.mocked(console.error).mockImplementationOnce(() => {})
    const smtp = await startSmtp({ host: elsewhere, isTls: true })
    vi.mocked(console.error).mockClear()
    expect(await mailerFor(smtp.url).send(letter, nothing)).toMatchObject({ kind: 'deferred', isServerAway: true })
    expect(smtp.asked).toEqual([])
  })
})

test.each([1, 5])('no more than %i letters leave in a second', async (rate) => {
  const smtp = await startSmtp()
  const mailer = mailerFor(smtp.url, rate)
  const start = performance.now()
  await Promise.all(Array.from({ length: rate * 2 + 1 }, () => mailer.send(letter, nothing)))
  expect(smtp.received).toHaveLength(rate * 2 + 1)
  expect(performance.now() - start).toBeGreaterThan(1_900)
})

import { randomUUID } from 'node:crypto'
import { BroadcastChannel } from 'node:worker_threads'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { dkim, publicKey, verifyDkim } from '#tests/support/dkim.ts'
import { dyingAtDot, dyingWhenTold, mailThread } from '#tests/support/mail-thread.ts'
import { startSmtp } from '#tests/support/smtp.ts'
import type { Script } from '#tests/support/smtp-server.ts'
import { createMailer, type Letter, type Mailer, type MailWay } from './mailer.ts'
import { createThreadMailer } from './thread-mailer.ts'

const letter: Letter = {
  messageId: '<one@author.example>',
  from: { name: 'Ines Calder', address: 'letters@author.example' },
  to: { name: 'Ada', address: 'ada@home.example' },
  replyTo: { name: '', address: 'ines@author.example' },
  subject: 'A door, left open',
  html: '<p>Come in.</p>',
  text: 'Come in.',
  headers: { 'List-Unsubscribe': '<https://author.example/u/1>' },
}
const nothing = async () => {}
const wayTo = (smtpUrl: string, more: Partial<MailWay> = {}): MailWay => ({
  ...{ smtpUrl, lettersPerSecond: 50, dkim: null, isTyped: false },
  ...more,
})

let code: string
beforeAll(async () => {
  code = await mailThread()
})

function closing(mailer: Mailer): Mailer {
  onTestFinished(() => mailer.close())
  return mailer
}

const inThread = (url: string, program = code) => closing(createThreadMailer(program, wayTo(url)))

/** A mailer whose thread ends when it is told to. */
function mortal(url: string) {
  const name = randomUUID()
  const channel = new BroadcastChannel(name)
  onTestFinished(() => channel.close())
  return { mailer: inThread(url, dyingWhenTold(name) + code), kill: () => channel.postMessage('end') }
}

describe('in a thread as in this one', () => {
  const scripts: [string, Script][] = [
    ['it is taken', {}],
    ['the door is shut', { greeting: 'hang up' }],
    ['our password is refused', { auth: { code: 535, words: '5.7.8 Who are you?' } }],
    ['our address is refused', { sender: { code: 550, words: '5.7.1 Not with that name' } }],
    ['the recipient has to wait', { recipient: { code: 451, words: '4.3.0 Come back later' } }],
    ['nobody of that name', { recipient: { code: 550, words: '5.1.1 No such user' } }],
    ['the words are refused', { letter: { code: 554, words: '5.6.0 Spam' } }],
    ['cut at the recipient', { hangUp: 'at the recipient' }],
    ['cut after the dot', { hangUp: 'after the dot' }],
  ]

  test.each(scripts)('%s: the same outcome in the same words', async (_name, script) => {
    const smtp = await startSmtp()
    smtp.script = script
    const url = smtp.url.replace('smtp://', 'smtp://ines:secret@')
    const [there, here] = [inThread(url), closing(createMailer(wayTo(url)))]
    expect(await there.send(letter, nothing)).toEqual(await here.send(letter, nothing))
    const [first, second] = smtp.received.map(({ mail, ...said }) => [said.from, said.to, mail.headerLines.length])
    expect(first).toEqual(second)
  })

  test('a letter is signed, and what was typed on a screen leads to no neighbour of ours', async () => {
    const smtp = await startSmtp()
    const mailer = closing(createThreadMailer(code, wayTo(smtp.url, { dkim, isTyped: true })))
    expect(await mailer.send(letter, nothing)).toEqual({ kind: 'sent' })
    expect(verifyDkim(smtp.received[0]?.raw ?? '', publicKey).isValid).toBe(true)
    const neighbour = wayTo('smtp://192.168.1.20:25', { isTyped: true })
    const [there, here] = [createThreadMailer(code, neighbour), createMailer(neighbour)].map(closing)
    expect(await there?.send(letter, nothing)).toEqual(await here?.send(letter, nothing))
  })

  test('one that another takes the place of brings the letters it has, hangs up, and takes no more', async () => {
    const smtp = await startSmtp()
    const here = closing(createMailer(wayTo(smtp.url)))
    here.retire()
    const mailer = inThread(smtp.url)
    const retireAtGate = async () => mailer.retire()
    const sending = [retireAtGate, nothing, nothing].map((gate) => mailer.send(letter, gate))
    expect(await Promise.all(sending)).toEqual([{ kind: 'sent' }, { kind: 'sent' }, { kind: 'sent' }])
    await expect.poll(() => smtp.openLines()).toBe(0)
    expect(await mailer.send(letter, nothing)).toEqual(await here.send(letter, nothing))
    expect(smtp.received).toHaveLength(3)
  })
})

describe('the gate', () => {
  test('is passed in this thread, once, when the server has nothing to keep yet', async () => {
    const smtp = await startSmtp()
    const atGate: number[] = []
    await inThread(smtp.url).send(letter, async () => void atGate.push(smtp.received.length))
    expect([atGate, smtp.received.length]).toEqual([[0], 1])
  })

  test('that fails stops the letter, its very error is thrown on, and the next one goes out', async () => {
    const smtp = await startSmtp()
    const mailer = inThread(smtp.url)
    const fault = Object.assign(new Error('no database'), { why: () => 'a part that no message could carry' })
    expect(await mailer.send(letter, () => Promise.reject(fault)).catch((error) => error)).toBe(fault)
    expect(smtp.received).toEqual([])
    expect(await mailer.send(letter, nothing)).toEqual({ kind: 'sent' })
    expect(smtp.received).toHaveLength(1)
  })

  test('a line that breaks while it is being passed takes no letter, and the gate is done before we hear', async () => {
    const smtp = await startSmtp()
    smtp.script = { hangUp: 'midway' }
    let isWritten = false
    const { kind } = await inThread(smtp.url).send(letter, async () => {
      await smtp.hungUp
      isWritten = true
    })
    // Nothing here says when that thread hears of it: where it hears too late, it does not know.
    expect([kind === 'sent', isWritten, smtp.received]).toEqual([false, true, []])
  })
})

describe('a thread that dies', () => {
  const away = { kind: 'deferred', isServerAway: true, isOurFault: false }

  test('before the gate puts its letters off, and the next letter has a new one', async () => {
    const smtp = await startSmtp()
    const { mailer, kill } = mortal(smtp.url)
    let letOn = () => {}
    const asked = new Promise<void>((resolve) => {
      smtp.refuse = () => {
        resolve()
        return new Promise((go) => {
          letOn = () => go(undefined)
        })
      }
    })
    const sending = mailer.send(letter, () => Promise.reject(new Error('the gate was reached')))
    await asked
    kill()
    expect(await sending).toMatchObject({ ...away, reason: 'the thread that carries letters has ended' })
    smtp.refuse = () => undefined
    letOn()
    expect(await mailer.send(letter, nothing)).toEqual({ kind: 'sent' })
    expect(smtp.received).toHaveLength(1)
  })

  test.each([
    ['before', 0],
    ['after', 1],
  ] as const)('past the gate, just %s the dot has left, leaves its letter uncertain', async (when, arrived) => {
    const smtp = await startSmtp()
    const mailer = inThread(smtp.url, dyingAtDot(when) + code)
    expect(await mailer.send(letter, nothing)).toMatchObject({ kind: 'unknown' })
    await expect.poll(() => [smtp.openLines(), smtp.received.length]).toEqual([0, arrived])
  })

  test('while the gate is being passed puts it off, and the gate is done before we hear', async () => {
    const smtp = await startSmtp()
    const { mailer, kill } = mortal(smtp.url)
    let isWritten = false
    const outcome = await mailer.send(letter, async () => {
      kill()
      await expect.poll(() => smtp.openLines()).toBe(0)
      // Its line is cut before its end is heard of here; another letter is answered only then, or goes by the next thread.
      await mailer.send({ ...letter, to: { name: 'Ben', address: 'ben@home.example' } }, nothing)
      isWritten = true
    })
    expect([outcome, isWritten]).toMatchObject([away, true])
    expect(smtp.received.flatMap(({ to }) => to)).not.toContain('ada@home.example')
  })

  test('while a gate fails: that error is thrown on', async () => {
    const smtp = await startSmtp()
    const { mailer, kill } = mortal(smtp.url)
    const fault = new Error('no database')
    const sending = mailer.send(letter, async () => {
      kill()
      await expect.poll(() => smtp.openLines()).toBe(0)
      throw fault
    })
    expect(await sending.catch((error) => error)).toBe(fault)
  })

  test('of a fault of its own says which, and not what it signs in with', async () => {
    const smtp = await startSmtp()
    const url = smtp.url.replace('smtp://', 'smtp://ines:a-secret@')
    const broken = inThread(url, "throw new Error('out of paper')")
    expect(await broken.send(letter, nothing)).toEqual({
      ...away,
      reason: 'the thread that carries letters has ended: out of paper',
    })
  })
})

test('a thread without letters goes, and the next letter has a new one', async () => {
  const smtp = await startSmtp()
  const mailer = closing(createThreadMailer(code, wayTo(smtp.url), { idleAfter: 1 }))
  for (let letters = 1; letters <= 2; letters++) {
    expect(await mailer.send(letter, nothing)).toEqual({ kind: 'sent' })
    await expect.poll(() => smtp.openLines()).toBe(0)
    expect(smtp.connections).toBe(letters)
  }
})

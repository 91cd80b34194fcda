import { createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startSmtp } from '#tests/support/smtp.ts'
import type { Script } from '#tests/support/smtp-server.ts'
import { openAnyLine, openPublicLine } from './mail-line.ts'
import type { Letter } from './mailer.ts'
import { type MailServer, tryMailServer } from './smtp-trial.ts'

const letter: Letter = {
  messageId: '<trial@author.example>',
  from: { name: 'The Author', address: 'letters@author.example' },
  to: { name: '', address: 'owner@home.example' },
  replyTo: null,
  subject: 'A test letter',
  html: '<p>It works.</p>',
  text: 'It works.',
  headers: {},
}

const at = (port: number, more: Partial<MailServer> = {}): MailServer => ({
  ...{ host: '127.0.0.1', port, isTls: false, user: '', password: '' },
  ...more,
})
const patiently = { openLine: openPublicLine }
/** For what never comes: a busy machine may take longer than this over anything else. */
const shortly = { ...patiently, longest: 400 }

/** Something that listens and speaks for itself. */
async function listenAs(speak: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}))
    speak(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as { port: number }).port
}

test('a server that takes the letter', async () => {
  const smtp = await startSmtp()
  expect(await tryMailServer(at(smtp.port), letter, patiently)).toBe('taken')
  expect(smtp.received).toMatchObject([{ from: 'letters@author.example', to: ['owner@home.example'] }])
})

const login = { user: 'odile', password: 'a word' }
const scripts: [string, Script, Partial<MailServer>][] = [
  ['password', { auth: { code: 535, words: '5.7.8 No' } }, login],
  ['password', { auth: { code: 454, words: '4.7.0 Later' } }, login],
  ['wants a password', { sender: { code: 530, words: '5.7.0 Who are you' } }, {}],
  ['sender', { sender: { code: 553, words: '5.7.1 Not you' } }, {}],
  ['recipient', { recipient: { code: 550, words: '5.1.1 Nobody' } }, {}],
  ['recipient', { recipient: { code: 451, words: '4.7.1 Greylisted' } }, {}],
  ['letter', { letter: { code: 554, words: '5.6.0 Spam' } }, {}],
  ['broke off', { greeting: 'hang up' }, {}],
  ['broke off', { hangUp: 'at the recipient' }, {}],
  ['hangs', { greeting: 'silence' }, {}],
]

test.each(scripts)('%s: %j', async (outcome, script, more) => {
  const smtp = await startSmtp()
  smtp.script = script
  expect(await tryMailServer(at(smtp.port, more), letter, outcome === 'hangs' ? shortly : patiently)).toBe(outcome)
  expect(smtp.received).toEqual([])
})

test('encryption is looked at before any password is sent', async () => {
  const plain = await startSmtp()
  expect(await tryMailServer(at(plain.port, { ...login, isTls: true }), letter, patiently)).toBe('no encryption')
  // By a name that is not one of this machine's own, encryption is a must.
  const named = at(plain.port, { ...login, host: '127.0.0.2' })
  const there = { openLine: () => openAnyLine({ host: '127.0.0.1', port: plain.port }) }
  expect(await tryMailServer(named, letter, there)).toBe('no encryption')
  // It has the certificate that everybody has, and says so: for once that is what we want.
  vi.mocked(console.error).mockImplementationOnce(() => {})
  const selfSigned = await startSmtp({ isTls: true })
  vi.mocked(console.error).mockClear()
  expect(await tryMailServer(at(selfSigned.port, login), letter, patiently)).toBe('certificate')
  expect([plain.received, selfSigned.received]).toEqual([[], []])
})

test('what is no mail server', async () => {
  const talksFirst = await listenAs((socket) => socket.write('SSH-2.0-OpenSSH_9.6\r\n'))
  expect(await tryMailServer(at(talksFirst), letter, patiently)).toBe('no mail server')
  const waitsToBeAsked = await listenAs(() => {})
  expect(await tryMailServer(at(waitsToBeAsked), letter, shortly)).toBe('hangs')
  const sendsAway = await listenAs((socket) => socket.write('554 5.3.2 No service for you\r\n'))
  expect(await tryMailServer(at(sendsAway), letter, patiently)).toBe('turned away')
  const endless = await listenAs((socket) => {
    const chatter = setInterval(() => socket.write('220-wait\r\n'), 20)
    socket.on('close', () => clearInterval(chatter))
  })
  expect(await tryMailServer(at(endless), letter, shortly)).toBe('hangs')
})

test('what is not there, and what may not be called', async () => {
  const smtp = await startSmtp()
  await smtp.stop()
  expect(await tryMailServer(at(smtp.port), letter, patiently)).toBe('nobody')
  expect(await tryMailServer(at(25, { host: 'no-such-name.invalid' }), letter, { openLine: openPublicLine })).toBe(
    'no name',
  )
  expect(await tryMailServer(at(25, { host: '192.168.1.20' }), letter, patiently)).toBe('private')
})

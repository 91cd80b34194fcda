import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { withMailbox } from './imap.ts'
import { openAnyLine } from './mail-line.ts'

/** Something that answers each line it hears with the next of these, and then says nothing any more. */
async function listenAs(greeting: string, ...answers: string[]): Promise<number> {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    socket.on('error', () => {})
    socket.write(greeting)
    socket.on('data', () => socket.write(answers.shift() ?? ''))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

function read(port: number, { isTls = false, end = AbortSignal.timeout(10_000) } = {}) {
  const place = { host: '127.0.0.1', port, isTls, user: 'odile', password: 'a word', folder: 'INBOX' }
  return withMailbox(place, { openLine: openAnyLine, end }, async (mailbox) => {
    const [first = 0] = await mailbox.search('UNSEEN')
    return mailbox.read(first, 1_000)
  })
}

const opened = [
  '* OK ready\r\n',
  'f1 OK in\r\n',
  '* 1 EXISTS\r\nf2 OK open\r\n',
  '* SEARCH 7\r\nf3 OK found\r\n',
] as const

test('a message is read whole, whatever stands in it and however it is cut', async () => {
  const text = 'a line\r\nf4 OK not the end\r\n* BYE {3}\r\n'
  const port = await listenAs(
    ...opened,
    `* 1 FETCH (UID 7 BODY[]<0> {${text.length}}\r\n${text} FLAGS ())\r\nf4 OK done\r\n`,
  )
  expect((await read(port)).toString()).toBe(text)
})

test.each([
  ['says nothing at all', []],
  ['falls silent when it is asked', ['* OK ready\r\n']],
  ['falls silent in the middle of a message', [...opened, '* 1 FETCH (BODY[]<0> {500}\r\nhalf']],
])('one that %s is given up when the time is over', async (_what, [greeting = '', ...answers]) => {
  const end = AbortSignal.timeout(300)
  await expect(read(await listenAs(greeting, ...answers), { end })).rejects.toMatchObject({ why: 'hangs' })
})

test('so is one that falls silent while the line is being encrypted', async () => {
  const end = AbortSignal.timeout(300)
  await expect(read(await listenAs(''), { isTls: true, end })).rejects.toMatchObject({ why: 'hangs' })
})

test.each([
  ['a line without an end', `* OK ${'x'.repeat(100_000)}`],
  ['a message larger than was asked for', '* OK {4000000000}\r\n'],
  ['another language', 'HTTP/1.1 400 Bad Request\r\n'],
])('%s is not listened to', async (_what, greeting) => {
  await expect(read(await listenAs(greeting))).rejects.toMatchObject({ why: 'no mailbox server' })
})

test('a password that would begin a sentence of its own is not said', async () => {
  const port = await listenAs(...opened)
  const place = {
    host: '127.0.0.1',
    port,
    isTls: false,
    user: 'odile',
    password: 'x"\r\nf9 DELETE INBOX',
    folder: 'INBOX',
  }
  const end = AbortSignal.timeout(10_000)
  await expect(withMailbox(place, { openLine: openAnyLine, end }, async () => {})).rejects.toMatchObject({
    why: 'password',
  })
})

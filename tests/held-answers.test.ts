import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { createListener } from '#app/listener.server.ts'
import { createLimitedServer, listen } from '#server/listen.ts'
import { keptLine } from '#server/ready-answer.ts'
import { storeResponse } from '#server/stored-response.ts'
import { createTestApp } from '#tests/support/test-app.ts'

afterEach(() => void vi.useRealTimers())

/** More than any line takes at once while nobody reads. */
const longFile = storeResponse({}, { identity: Buffer.alloc(32 * 1024 * 1024, 'word '), br: null, gzip: null })

/** The site on a real socket with its real limits, where /about is held already. */
async function openSite(limits: Parameters<typeof createLimitedServer>[1] = {}) {
  const { app, pageCache, deps, request, headers } = await createTestApp()
  const assets = { get: (path: string) => (path === '/long' ? longFile : undefined) }
  await request('/about')
  const listener = createListener({ app, assets, pageCache, headers: () => headers, ...deps })
  const server = createLimitedServer(listener, limits)
  onTestFinished(() => void server.close())
  const port = await listen(server, 0, '127.0.0.1')
  const open = () => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    return socket
  }
  return { open, server }
}

const question = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'host: author.example', ...headers, '', ''].join('\r\n')

/** The heads of the next answers on this line, whose bodies are as long as they say. */
async function answers(socket: Socket, count: number): Promise<string[]> {
  const heads: string[] = []
  let got = Buffer.alloc(0)
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    got = Buffer.concat([got, chunk])
    for (let end = got.indexOf('\r\n\r\n'); end >= 0; end = got.indexOf('\r\n\r\n')) {
      const head = got.toString('latin1', 0, end)
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (got.length < end + 4 + length) break
      got = got.subarray(end + 4 + length)
      heads.push(head)
    }
    if (heads.length >= count) break
  }
  return heads
}

const statusOf = (head: string) => head.slice(9, 12)
const knownTag = async (socket: Socket) => {
  socket.write(question('/about'))
  const [head = ''] = await answers(socket, 1)
  return /etag: (.+)/.exec(head)?.[1] ?? ''
}

test('questions asked in one breath are answered in their order, whether or not the answer is held', async () => {
  const { open } = await openSite()
  const socket = open()
  const tag = await knownTag(socket)
  const known = question('/about', `if-none-match: ${tag}`)
  socket.write([question('/about'), question('/api/nowhere'), known, question('/readyz'), known].join(''))
  expect((await answers(socket, 5)).map(statusOf)).toEqual(['200', '404', '304', '200', '304'])
})

test('a line is kept for so many questions, held or not, and the last answer says that it is the last', async () => {
  const { open } = await openSite()
  const socket = open()
  const known = question('/about', `if-none-match: ${await knownTag(socket)}`)
  for (let asked = 2; asked < keptLine.questions; asked++) {
    socket.write(known)
    if (!/^connection: keep-alive/im.test(String(await once(socket, 'data')))) expect.unreachable(`ended at ${asked}`)
  }
  socket.write(known)
  const [last = ''] = await answers(socket, 1)
  expect(last).toMatch(/^connection: close/im)
})

test.each([
  ['asks for that', question('/about', 'connection: close')],
  ['is too old for more', 'GET /about HTTP/1.0\r\nhost: author.example\r\n\r\n'],
])('a reader who %s gets a held page and the end of the line', async (_name, asked) => {
  const { open } = await openSite()
  const socket = open()
  socket.write(asked)
  expect(await answers(socket, 1)).toEqual([expect.stringMatching(/^HTTP\/1\.1 200 .*connection: close/is)])
  await once(socket.resume(), 'close')
})

test('a held page carries the moment it is sent, not the one it was made', async () => {
  const { open } = await openSite()
  const socket = open()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-01-15T12:00:00Z') })
  socket.write(question('/about'))
  expect(await answers(socket, 1)).toEqual([expect.stringContaining('Date: Thu, 15 Jan 2026 12:00:00 GMT')])
  vi.setSystemTime(Date.parse('2026-01-15T12:00:01Z'))
  socket.write(question('/about'))
  expect(await answers(socket, 1)).toEqual([expect.stringContaining('Date: Thu, 15 Jan 2026 12:00:01 GMT')])
})

test('whoever takes nothing of a held answer is cut off', async () => {
  const { open, server } = await openSite({ stall: 500 })
  const socket = open()
  const [line] = await once(server, 'connection')
  socket.write(question('/long'))
  await once(line, 'close')
  await once(socket.on('error', () => {}).resume(), 'close')
  expect(socket.bytesRead).toBeLessThan(longFile.size)
})

test('a header that would begin another one is held by nobody', () => {
  const bodies = { identity: Buffer.from('words'), br: null, gzip: null }
  expect(() => storeResponse({ 'x-note': 'one\r\nset-cookie: evil=1' }, bodies)).toThrow(/Invalid character/)
})

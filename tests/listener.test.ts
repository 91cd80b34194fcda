import { once } from 'node:events'
import { createServer, request } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createListener } from '#app/listener.server.ts'
import { createLimitedServer, listen as listenOn } from '#server/listen.ts'
import { openDesk } from '#tests/support/content.ts'
import { makeEpub } from '#tests/support/epub.ts'
import { createTestApp } from '#tests/support/test-app.ts'

/** The site on a real socket: what the in-process tests cannot see. */
async function listen(options: Parameters<typeof createTestApp>[0] = {}, onEntered = () => {}): Promise<number> {
  const { app: house, pageCache, deps } = await createTestApp(options)
  const app: typeof house = Object.create(house, {
    fetch: {
      value: (...asked: Parameters<typeof house.fetch>) => {
        onEntered()
        return house.fetch(...asked)
      },
    },
  })
  const listener = createListener({ app, assets: { get: () => undefined }, pageCache, headers: () => ({}), ...deps })
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

async function listening(...options: Parameters<typeof listen>) {
  const port = await listen(...options)
  return (path: string, { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {}) =>
    new Promise<{ status: number; headers: Record<string, unknown>; body: string }>((resolve, reject) => {
      const asked = request(
        { port, host: '127.0.0.1', path, method, headers: { host: 'author.example', ...headers } },
        (response) => {
          let body = ''
          response.setEncoding('utf8').on('data', (text) => {
            body += text
          })
          response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, body }))
        },
      )
      asked.on('error', reject).end()
    })
}

test.each([
  ['a plain question', '/about', {}, 200],
  ['a question for headers only', '/about', { method: 'HEAD' }, 200],
  ['a foreign host', '/about', { headers: { host: 'evil.example' } }, 421],
  ['our host in capitals and with its port', '/about', { headers: { host: 'Author.Example:443' } }, 200],
  ['an address too long', `/about?${'x'.repeat(3_000)}`, {}, 414],
  ['a compressed question', '/about', { headers: { 'content-encoding': 'gzip' } }, 415],
  ['a wrong method', '/about', { method: 'DELETE' }, 405],
])('%s is answered the same before and after the page is held', async (_name, path, init, status) => {
  const ask = await listening()
  const cold = await ask(path, init)
  await ask('/about')
  const warm = await ask(path, init)
  expect([cold.status, warm.status]).toEqual([status, status])
  expect(warm.body.length > 0).toBe(cold.body.length > 0)
  const told = ({ headers }: typeof cold) =>
    Object.keys(headers)
      .filter((name) => !['date', 'transfer-encoding', 'content-length', 'keep-alive'].includes(name))
      .sort()
  expect(told(warm)).toEqual(told(cold))
})

test('a held page answers 304 to whoever has it', async () => {
  const ask = await listening()
  await ask('/about')
  const { headers } = await ask('/about')
  const again = await ask('/about', { headers: { 'if-none-match': String(headers.etag) } })
  expect([again.status, again.body]).toEqual([304, ''])
})

test.each([
  '/nowhere',
  '/blog/never-written',
  '/feed.xml',
  '/sitemap.xml',
  '/api/site',
  '/api/books',
  '/api/books/low-water',
])('%s is made for whoever asks first and held for everybody after', async (path) => {
  let entered = 0
  const ask = await listening({}, () => entered++)
  const { status, body } = await ask(path)
  expect(await ask(path)).toMatchObject({ status, body })
  expect((await ask(path, { headers: { host: 'evil.example' } })).status).toBe(421)
  expect(entered).toBe(2)
})

test('an address at which nothing is answers with the post as soon as there is one', async () => {
  const site = await createTestApp()
  const { app, pageCache, deps } = site
  const server = createServer(
    createListener({ app, assets: { get: () => undefined }, pageCache, headers: () => ({}), ...deps }),
  )
  onTestFinished(() => void server.close())
  const port = await listenOn(server, 0, '127.0.0.1')
  const statusOf = () =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { host: 'author.example' }
      request({ port, path: '/blog/a-post', headers }, ({ statusCode }) => resolve(statusCode))
        .on('error', reject)
        .end()
    })
  expect([await statusOf(), await statusOf()]).toEqual([404, 404])
  const { addPost } = await openDesk(site)
  await addPost({ slug: 'a-post' })
  expect(await statusOf()).toBe(200)
})

test('a house that is leaving lets go of every connection', async () => {
  const ask = await listening({ isStopping: true })
  expect((await ask('/about')).headers.connection).toBe('close')
  expect((await ask('/about')).headers.connection).toBe('close')
})

test('a crowd at other doors is let in a few at a time, and a page that is held is handed out in between', async () => {
  let entered = 0
  const port = await listen({}, () => entered++)
  const ask = async (socket: Socket, path: string) => {
    socket.write(`GET ${path} HTTP/1.1\r\nhost: author.example\r\n\r\n`)
    await once(socket, 'data')
    return socket
  }
  const open = () => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    return ask(socket, '/about')
  }
  const reader = await open()
  const crowd = await Promise.all(Array.from({ length: 200 }, open))
  entered = 0
  const served = Promise.all(crowd.map((socket) => ask(socket, '/api/nowhere')))
  await ask(reader, '/about')
  expect(entered).toBeLessThan(100)
  await served
  expect(entered).toBe(200)
})

test('only the owner has longer for a file than a form takes, and only where one is put', async () => {
  const site = await createTestApp()
  const { app, pageCache, deps } = site
  const listener = createListener({ app, assets: { get: () => undefined }, pageCache, headers: () => ({}), ...deps })
  const server = createLimitedServer(listener, { form: 3_000 })
  onTestFinished(() => void server.close())
  const port = await listenOn(server, 0, '127.0.0.1')
  const book = makeEpub()
  const half = book.length / 2
  const begin = (method: string, path: string, cookie = '') => {
    const socket = connect(port, '127.0.0.1')
    onTestFinished(() => void socket.destroy())
    // Cut off in the middle of a body, it may hear a reset before the end.
    socket.on('error', () => {})
    const head = [`${method} ${path} HTTP/1.1`, 'host: author.example', 'origin: https://author.example']
    const lines = [...head, `cookie: ${cookie}`, `content-length: ${book.length}`, '', '']
    socket.write(lines.join('\r\n'))
    socket.write(book.subarray(0, half))
    return socket
  }
  const cookie = await site.ownerCookie()
  const upload = begin('PUT', '/api/files/lanterns.epub', cookie)
  const answered = once(upload, 'data')
  const others = [
    begin('PUT', '/api/files/lanterns.epub'),
    begin('POST', '/api/files/lanterns.epub', cookie),
    begin('GET', '/api/files/lanterns.epub'),
    begin('POST', '/api/owner/images'),
    begin('POST', '/api/contact'),
    begin('PUT', '/api/owner/posts/none', cookie),
  ]
  const drip = setInterval(() => {
    for (const other of others) if (other.writable) other.write('.')
  }, 200)
  onTestFinished(() => clearInterval(drip))
  for (const other of others) other.resume()
  await Promise.all(others.map((other) => new Promise((resolve) => other.once('close', resolve))))
  upload.write(book.subarray(half))
  expect(String((await answered)[0])).toMatch(/^HTTP\/1\.1 201 /)
})

test('whoever hangs up in the middle of a form leaves nothing in the log', async () => {
  const { app, pageCache, deps, logged } = await createTestApp()
  const listener = createListener({ app, assets: { get: () => undefined }, pageCache, headers: () => ({}), ...deps })
  const server = createLimitedServer(listener)
  onTestFinished(() => void server.close())
  const port = await listenOn(server, 0, '127.0.0.1')
  for (let turn = 0; turn < 3; turn++) {
    const isOver = new Promise((resolve) =>
      server.once('request', (_request, response) => response.once('close', resolve)),
    )
    const socket = connect(port, '127.0.0.1')
    // Cut off in the middle of a body, it may hear a reset before the end.
    socket.on('error', () => {})
    const head = ['POST /api/contact HTTP/1.1', 'host: author.example', 'content-length: 5000', '', '{']
    socket.write(head.join('\r\n'))
    await once(server, 'request')
    socket.resetAndDestroy()
    await isOver
  }
  // A question after them is answered after them.
  await fetch(`http://127.0.0.1:${port}/healthz`)
  expect(logged).toEqual([])
})

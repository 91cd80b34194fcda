import { once } from 'node:events'
import { Agent, get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { closeGracefully, createLimitedServer, listen } from './listen.ts'
import { createLog } from './log.ts'

test('a request under way is finished before the server stops, and no new one is taken', async () => {
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  let arrived = () => {}
  const isThere = new Promise<void>((resolve) => {
    arrived = resolve
  })
  const server = createLimitedServer(async (_request, response) => {
    arrived()
    await held
    response.end('finished')
  })
  const port = await listen(server, 0, '127.0.0.1')
  const answer = fetch(`http://127.0.0.1:${port}/`)
  await isThere
  const closed = closeGracefully(server)
  await expect.poll(() => server.listening).toBe(false)
  await expect(fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow()
  release()
  expect(await (await answer).text()).toBe('finished')
  await closed
})

test('what is asked on a kept connection while the server stops is answered, and not cut off', async () => {
  const server = createLimitedServer((_request, response) => {
    response.shouldKeepAlive = server.listening
    response.end('answered')
  })
  const port = await listen(server, 0, '127.0.0.1')
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = () =>
    new Promise<string | undefined>((resolve, reject) => {
      get({ port, host: '127.0.0.1', agent }, (response) =>
        response.resume().on('end', () => resolve(response.headers.connection)),
      ).on('error', reject)
    })
  expect(await ask()).toBe('keep-alive')
  const closed = closeGracefully(server)
  expect(await ask()).toBe('close')
  await closed
})

test('whoever has knocked when the server stops is let in and answered', async () => {
  const server = createLimitedServer((_request, response) => {
    response.shouldKeepAlive = false
    response.end('answered')
  })
  const port = await listen(server, 0, '127.0.0.1')
  const ask = () =>
    new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'))
      socket.on('data', (data) => resolve(String(data).slice(0, 15)))
      socket.on('error', (error) => resolve(error.message))
    })
  let entered = () => {}
  const hasBegun = new Promise<void>((resolve) => {
    entered = resolve
  })
  server.once('connection', entered)
  const answers = Array.from({ length: 50 }, ask)
  await hasBegun
  await closeGracefully(server)
  expect(await Promise.all(answers)).toEqual(Array(50).fill('HTTP/1.1 200 OK'))
})

/** Takes an answer with pauses between its pieces; how much of it came, and how long she took nothing at most. */
function takeSlowly(port: number, pauses: Iterator<number>): Promise<{ bytes: number; longestPause: number }> {
  return new Promise((resolve) => {
    let bytes = 0
    let longestPause = 0
    let last: number | undefined
    const socket = connect(port, '127.0.0.1', () =>
      socket.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
    )
    socket.on('data', (data) => {
      bytes += data.length
      longestPause = Math.max(longestPause, performance.now() - (last ?? performance.now()))
      last = performance.now()
      socket.pause()
      setTimeout(() => socket.resume(), pauses.next().value ?? 0)
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve({ bytes, longestPause: Math.max(longestPause, performance.now() - (last ?? 0)) }))
  })
}

test('whoever stops taking an answer is cut off; whoever takes it slowly, or waits for us, is not', async () => {
  // More than the machine itself keeps for both ends of a line.
  const whole = 32 * 1024 * 1024
  const stall = 1_000
  const server = createLimitedServer(
    async (_request, response) => {
      await wait(2 * stall)
      response.end(Buffer.alloc(whole))
    },
    { stall },
  )
  const port = await listen(server, 0, '127.0.0.1')
  const takeSteadily = () => takeSlowly(port, Array(1_000).fill(4).values())
  const [first, stalled] = await Promise.all([takeSteadily(), takeSlowly(port, [4 * stall].values())])
  // A busy machine can hold this process up until she has taken nothing for as long as whoever stalls: then once more.
  let slow = first
  while (slow.longestPause >= stall / 2) slow = await takeSteadily()
  expect(slow.bytes).toBeGreaterThan(whole)
  expect(stalled.bytes).toBeLessThan(whole)
  await closeGracefully(server)
})

/** Opens a connection and asks something on it: the status it was told, or null where it was closed instead. */
function knock(port: number): Promise<{ status: string | null; socket: Socket }> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n'))
    onTestFinished(() => void socket.destroy())
    socket.once('data', (data) => resolve({ status: data.toString('latin1', 9, 12), socket }))
    socket.on('error', () => {})
    socket.once('close', () => resolve({ status: null, socket }))
  })
}

test('one address holds only so many connections, which is logged once; one that ends makes room', async () => {
  const logged: string[] = []
  const log = createLog((line) => logged.push(line))
  const server = createLimitedServer((_request, response) => response.end('ok'), { perAddress: 3, log })
  const port = await listen(server, 0, '127.0.0.1')
  const [first] = [await knock(port), await knock(port), await knock(port)]
  for (let more = 0; more < 3; more++) expect((await knock(port)).status).toBeNull()
  expect(logged.map((line) => JSON.parse(line).event)).toEqual(['one address holds as many connections as it may'])
  first?.socket.end()
  await once(first?.socket as Socket, 'close')
  // The other end may hear of it a moment later than we do.
  let again = await knock(port)
  while (again.status === null) again = await knock(port)
  expect(again.status).toBe('200')
  server.closeAllConnections()
  await closeGracefully(server)
})

test('behind a proxy, whose connections are everybody’s, there is no such limit', async () => {
  const server = createLimitedServer((_request, response) => response.end('ok'), { perAddress: 3, isBehindProxy: true })
  const port = await listen(server, 0, '127.0.0.1')
  const answers = await Promise.all(Array.from({ length: 10 }, () => knock(port)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill('200'))
  server.closeAllConnections()
  await closeGracefully(server)
})

test('whoever is long at her headers is cut off, however steadily they arrive', async () => {
  const server = createLimitedServer((_request, response) => response.end('ok'), { headers: 1_000 })
  const port = await listen(server, 0, '127.0.0.1')
  const socket = connect(port, '127.0.0.1', () => socket.write('GET / HTTP/1.1\r\nHost: a\r\n'))
  let lines = 0
  const drip = setInterval(() => socket.write(++lines < 50 ? 'X: a\r\n' : '\r\n'), 100)
  onTestFinished(() => clearInterval(drip))
  socket.on('error', () => {})
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 408 /)
  server.closeAllConnections()
  await closeGracefully(server)
})

test('a question that brings a body nobody reads keeps no connection', async () => {
  const server = createLimitedServer((_request, response) => response.end('ok'))
  const port = await listen(server, 0, '127.0.0.1')
  const socket = connect(port, '127.0.0.1', () =>
    socket.write('GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n.'),
  )
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 .*connection: close/is)
  await once(socket, 'close')
  await closeGracefully(server)
})

test('a header larger than the limit is refused', async () => {
  const server = createLimitedServer((_request, response) => response.end('ok'))
  const port = await listen(server, 0, '127.0.0.1')
  const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'x-long': 'a'.repeat(9_000) } })
  expect(response.status).toBe(431)
  await closeGracefully(server)
})

test.each([
  'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nabcd',
  'GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\u0000\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nhOST: a\r\n\r\n',
])('an ambiguous request is refused: %j', async (raw) => {
  const server = createLimitedServer((_request, response) => response.end('ok'))
  const port = await listen(server, 0, '127.0.0.1')
  const answer = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () => socket.write(raw))
    socket.on('data', (data) => {
      text += data
    })
    socket.on('close', () => resolve(text))
  })
  expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  await closeGracefully(server)
})

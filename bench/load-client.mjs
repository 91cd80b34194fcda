// Asks one site for the same thing over and over, from a process of its own and straight on the socket: a client that
// costs more than the server would measure itself. Told by message what to do, answers with what it saw.
import { connect } from 'node:net'

const requests = { pages: pageRequest, views: viewRequest, signups: signupRequest }

process.once('message', async (order) => {
  process.send(await run(order, requests[order.kind]))
  process.disconnect()
})

/** Every connection asks, waits, asks again, for so long or so often; with a rate, no sooner than its turn comes. */
async function run(order, request) {
  const { port, wanted = ['200', '204'], seconds = 600, count = Number.POSITIVE_INFINITY, connections, rate } = order
  const times = []
  let failed = 0
  const start = performance.now()
  const end = start + seconds * 1_000
  let turn = 0
  const hand = async () => {
    let line = open(port)
    for (let asked = 0; performance.now() < end; asked++) {
      const mine = turn++
      if (mine >= count) break
      if (rate) {
        const due = start + (mine * 1_000) / rate
        if (due > end) break
        if (due > performance.now()) await new Promise((resolve) => setTimeout(resolve, due - performance.now()))
      }
      // The server lets a connection go after a thousand.
      if (asked % 900 === 899) {
        line.end()
        line = open(port)
      }
      const begin = performance.now()
      const status = await line.ask(request(mine, order))
      if (!wanted.includes(status)) failed++
      else times.push(performance.now() - begin)
    }
    line.end()
  }
  await Promise.all(Array.from({ length: connections }, hand))
  const took = (performance.now() - start) / 1_000
  times.sort((a, b) => a - b)
  const at = (share) => times[Math.floor(times.length * share)] ?? 0
  return { rate: times.length / took, p50: at(0.5), p99: at(0.99), failed }
}

function open(port) {
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)
  let status = ''
  // What is still to come of the answer; of its body nothing is looked at, which would cost more than sending it.
  let left = 0
  let answer = () => {}
  socket.on('data', (chunk) => {
    if (left === 0) {
      const head = chunk.indexOf('\r\n\r\n')
      const text = chunk.latin1Slice(0, head)
      status = text.slice(9, 12)
      left = head + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
    }
    left -= chunk.length
    if (left === 0) answer(status)
  })
  for (const bad of ['error', 'close']) socket.on(bad, () => answer('000'))
  return {
    end: () => socket.end(),
    ask: (bytes) =>
      new Promise((resolve) => {
        answer = resolve
        socket.write(bytes)
      }),
  }
}

/** `held` is the mark of what the one who asks has already. */
function pageRequest(_turn, { port, path = '/', held }) {
  const mark = held ? `if-none-match: ${held}\r\n` : ''
  return `GET ${path} HTTP/1.1\r\nhost: localhost:${port}\r\naccept-encoding: br\r\n${mark}\r\n`
}

/** Somebody new each time, in every run. */
function signupRequest(turn) {
  const body = JSON.stringify({ email: `reader${process.pid}-${turn}@home.example` })
  const head = 'POST /api/newsletter/signup HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json'
  return `${head}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
}

const pages = ['/', '/books', '/short-stories', '/about', '/blog', '/contact', '/voss-trials']
const agents = Array.from(
  { length: 40 },
  (_, number) => `Mozilla/5.0 (X11; Linux x86_64; rv:${100 + number}.0) Gecko/20100101 Firefox/${100 + number}.0`,
)

/** Forty thousand readers behind a proxy, with forty browsers between them, a view each in turn. */
function viewRequest(turn) {
  const number = (turn * 7919) % 40_000
  const userAgent = agents[number % agents.length]
  const body = JSON.stringify({
    type: 'pageview',
    page: pages[turn % pages.length],
    timestamp: new Date().toISOString(),
    sessionId: `session_${1768478400000 + number}_k3j5h2g1f`,
    isAuthor: false,
    referrer: turn % 3 ? '' : `https://site${number % 150}.example/some/page`,
    userAgent: userAgent.slice(0, 100),
  })
  const head = [
    'POST /api/analytics/track HTTP/1.1',
    'host: localhost',
    `user-agent: ${userAgent}`,
    `x-forwarded-for: 10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`,
    'sec-fetch-site: same-origin',
    'content-type: application/json',
    `content-length: ${body.length}`,
  ]
  return `${head.join('\r\n')}\r\n\r\n${body}`
}

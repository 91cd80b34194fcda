// One anonymous client tries, one after the other, what costs it little and might cost the site much,
// while somebody else opens the home page again and again, each time on a new connection. All limits stand as in
// production. Loopback only, bounded in count and time. The two have different addresses (127.0.0.2 and 127.0.0.1), as
// two people have; on Linux all of 127.0.0.0/8 is this machine, elsewhere 127.0.0.2 has to be given to it first.
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { crc32 } from 'node:zlib'
import { row } from './report.mjs'
import { percentile } from './statistics.mjs'

const seconds = 12
const slow = 250
const host = '127.0.0.1'
const stranger = '127.0.0.2'
const owner = { OWNER_EMAIL: 'owner@home.example', OWNER_PASSWORD: 'a long walk to the well' }

async function compare() {
  const { ensureBuild, ensureDependencies } = await import('../scripts/prepare.mjs')
  const { startSite } = await import('../scripts/site-process.mjs')
  await ensureDependencies()
  await ensureBuild()
  console.log(`GET / on a new connection while a stranger is at work, ${seconds} s each`)
  for (const [name, attack] of Object.entries(attacks)) {
    const site = await startSite(owner)
    try {
      const told = createTally()
      const book = await giveBook(site)
      for (let turn = 0; turn < 20; turn++) await ask({ port: site.port, path: '/' })
      const reader = new Worker(new URL(import.meta.url), { workerData: { port: site.port } })
      const result = new Promise((resolve) => reader.once('message', resolve))
      await attack(site, told, performance.now() + seconds * 1_000, book)
      const before = site.said.length
      reader.postMessage('stop')
      report(name, await result, told.counts, before)
    } finally {
      await site.stop()
    }
  }
}

function report(name, { times, failed, above }, told, lines) {
  const [median, p99] = [0.5, 0.99].map((share) => percentile(times, share).toFixed(1))
  const worst = percentile(times, 0.9999)
  row(`slowest page beside a stranger: ${name}`, { measured: worst, unit: 'ms' }, { atMost: slow })
  const waited = `above ${slow} ms for ${(above / 1_000).toFixed(1)} s, ${failed} of ${times.length} failed`
  console.log(`  median ${median} ms, p99 ${p99} ms, ${waited}`)
  console.log(`  the stranger was told ${JSON.stringify(told)}; ${lines} lines in the log`)
}

/** Opens the home page every 20 ms until it is told to stop; whoever gets no answer within ten seconds has failed. */
async function readHome(port) {
  let isOver = false
  parentPort.once('message', () => {
    isOver = true
  })
  const times = []
  let failed = 0
  let above = 0
  while (!isOver) {
    const start = performance.now()
    const isThere = await new Promise((resolve) => {
      const asked = request({ port, host, path: '/', agent: false, timeout: 10_000 }, (response) =>
        response.resume().on('end', () => resolve(response.statusCode === 200)),
      )
      asked.on('timeout', () => asked.destroy()).on('error', () => resolve(false))
      asked.end()
    })
    const took = performance.now() - start
    times.push(took)
    if (!isThere) failed++
    await wait(Math.max(1, 20 - took))
    if (!isThere || took > slow) above += performance.now() - start
  }
  parentPort.postMessage({ times, failed, above })
}

function createTally() {
  const counts = {}
  const add = (what) => {
    counts[what] = (counts[what] ?? 0) + 1
  }
  return { counts, add }
}

const attacks = {
  /** nothing at all: what the others are measured against */
  async nothing() {
    await wait(seconds * 1_000)
  },

  /** sixty reports of the largest size a browser's default would allow, and as many of a smaller one */
  async 'csp reports'(site, told, end) {
    const send = repeat(site, told, end, 4, 15, (turn) => {
      const body = 'a'.repeat(turn % 2 ? 16_000 : 4_000)
      return { method: 'POST', path: '/api/csp-report', headers: { 'content-type': 'application/reports+json' }, body }
    })
    await Promise.all([send, wait(seconds * 1_000)])
  },

  async 'tracker reports'(site, told, end) {
    await repeat(site, told, end, 4, Number.POSITIVE_INFINITY, (turn) => ({
      method: 'POST',
      path: '/api/analytics/track',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'user-agent': `${turn}${'android'.repeat(950)}`,
      },
      body: JSON.stringify({
        type: 'event',
        eventName: 'x',
        page: '/',
        timestamp: new Date().toISOString(),
        sessionId: 'session_1768478400000_k3j5h2g1f',
        isAuthor: false,
        data: { words: 'a'.repeat(900) },
      }),
    }))
  },

  /** as many connections as the site takes, each with a body that comes by the byte */
  async 'slow bodies'(site, told, end) {
    const head = 'GET /api/files HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n'
    const sockets = await openMany(site, told, 2_000, head)
    while (performance.now() < end) {
      await wait(1_500)
      for (const socket of sockets) if (socket.writable) socket.write('x')
    }
    for (const socket of sockets) socket.destroy()
  },

  /** one link to a book, asked for on many lines that take a sip now and then; others want the same book */
  async 'slow readers'(site, told, end, path) {
    const sockets = await openMany(site, told, 100, `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`)
    for (const socket of sockets) socket.once('data', () => socket.pause())
    const others = createTally()
    while (performance.now() < end) {
      await wait(1_000)
      for (const socket of sockets) socket.read(1_024)
      others.add(await ask({ port: site.port, path, agent: false }))
    }
    for (const socket of sockets) socket.destroy()
    told.counts['others who want the book'] = others.counts
  },

  async 'random paths'(site, told, end) {
    await repeat(site, told, end, 16, Number.POSITIVE_INFINITY, (turn) => ({
      path: `${['', '/blog', '/short-stories'][turn % 3]}/${Math.random().toString(36).slice(2)}`,
    }))
  },

  /** two hundred a second: many more only fill the queue of connections that the system itself keeps */
  async 'aborted posts'(site, told, end) {
    const head =
      'POST /api/contact HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{'
    const hand = async () => {
      while (performance.now() < end) {
        const [socket] = await openMany(site, told, 1, head)
        socket?.resetAndDestroy()
        await wait(40)
      }
    }
    await Promise.all(Array.from({ length: 8 }, hand))
  },
}

/** So many hands, each asking so many times at most, one after the other. */
async function repeat({ port }, told, end, hands, most, make) {
  const agent = new Agent({ keepAlive: true, maxSockets: hands, localAddress: stranger })
  let turn = 0
  const hand = async () => {
    for (let asked = 0; asked < most && performance.now() < end; asked++) {
      const { body, ...asking } = make(turn++)
      told.add(await ask({ port, agent, ...asking }, body))
    }
  }
  await Promise.all(Array.from({ length: hands }, hand))
  agent.destroy()
}

function ask(options, body) {
  return new Promise((resolve) => {
    request({ host, ...options }, (response) => response.resume().on('end', () => resolve(response.statusCode)))
      .on('error', () => resolve('nothing'))
      .end(body)
  })
}

/** Connections from the stranger's address that have each sent these bytes; those that were refused are left out. */
async function openMany({ port }, told, count, bytes) {
  const opened = await Promise.all(
    Array.from({ length: count }, () => {
      const socket = connect({ port, host, localAddress: stranger })
      socket.on('error', () => {})
      socket.once('data', (data) => told.add(data.toString('latin1', 9, 12)))
      socket.once('close', () => told.add('closed'))
      return new Promise((resolve) => {
        socket.once('connect', () => socket.write(bytes, () => resolve(socket)))
        socket.once('close', () => resolve(null))
      })
    }),
  )
  return opened.filter((socket) => socket)
}

/** Puts a book of 24 MB there, more than both ends of a line hold on their own, and answers the path of a link to it. */
async function giveBook({ port }) {
  const origin = `http://${host}:${port}`
  const send = (method, path, cookie, body) =>
    fetch(origin + path, { method, headers: { origin, 'content-type': 'application/json', cookie }, body })
  const key = JSON.stringify({ email: owner.OWNER_EMAIL, password: owner.OWNER_PASSWORD })
  const entered = await send('POST', '/api/auth/sign-in', '', key)
  const cookie = entered.headers.getSetCookie().map((one) => one.split(';')[0])
  const filename = 'true-veil-blues.epub'
  const kept = await send('PUT', `/api/files/${filename}`, cookie.join('; '), makeBook(24 * 1024 * 1024))
  const order = JSON.stringify({ filename, hoursToExpire: 1 })
  const made = await send('POST', '/api/generate-shared-download-link', cookie.join('; '), order)
  if (!kept.ok || !made.ok) throw new Error(`no book to give: ${kept.status}, ${made.status}`)
  return new URL((await made.json()).downloadUrl).pathname.replace('/get/', '/download/')
}

/** A whole EPUB, padded to this size: nothing in it is compressed. */
function makeBook(size) {
  const container =
    '<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" media-type="application/oebps-package+xml"/></rootfiles></container>'
  const book =
    '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">a-book</dc:identifier><dc:title>A Book</dc:title><dc:creator>A Writer</dc:creator><dc:language>en</dc:language></metadata><manifest><item id="one" href="one.xhtml" media-type="application/xhtml+xml" properties="nav"/></manifest><spine><itemref idref="one"/></spine></package>'
  const page =
    '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>A Book</title></head><body><p>Words.</p></body></html>'
  const files = {
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': container,
    'book.opf': book,
    'one.xhtml': page,
    padding: 'words '.repeat(size / 6),
  }
  const parts = []
  const directory = []
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const content = Buffer.from(text)
    // What the entry's own header and the directory say alike: version, method, date, checksum, sizes, length of name.
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt32LE(crc32(content), 10)
    facts.writeUInt32LE(content.length, 14)
    facts.writeUInt32LE(content.length, 18)
    facts.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), facts, Buffer.from(name), content])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    directory.push(Buffer.from('PK\x01\x02\x14\x00'), facts, place, Buffer.from(name))
    parts.push(local)
    offset += local.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...parts, list, end])
}

if (isMainThread) await compare()
else await readHome(workerData.port)

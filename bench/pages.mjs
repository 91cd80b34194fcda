// `npm run bench`: how fast what is held leaves, as a ratio against bare node:http that sends the same bytes and headers
// in the same run. Ratios travel between machines; milliseconds do not. Loopback only, bounded in time; rounds alternate,
// and the middle one of each counts.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startSite } from '../scripts/site-process.mjs'
import { load } from './load.mjs'

await ensureDependencies()
await ensureBuild()

const rounds = 5
const order = { kind: 'pages', seconds: 3, connections: 32 }

const site = await startSite({ RATE_LIMIT: 'off' })
await fetchWhole('/')
const { headers, body } = await fetchWhole('/')
const bare = await startBare(headers, body)
const share = /content="[^"]*(\/share\/page\/[^"]+\.png)"/.exec((await fetchWhole('/', 'identity')).body)?.[1]
const paths = ['/feed.xml', '/api/blog', share, '/no-such-page']

await Promise.all([load(bare, { ...order, seconds: 1 }), load(site, { ...order, seconds: 1 })])
const results = { bare: [], '/': [] }
for (let round = 0; round < rounds; round++) {
  results.bare.push(await load(bare, order))
  results['/'].push(await load(site, order))
}
console.log(`home page, ${body.length} bytes of brotli, ${order.connections} connections, median of ${rounds}`)
const reference = middle(results.bare)
report('bare node:http', reference)
const held = report('held page', middle(results['/']))
const [ratio, slowest] = [held.rate / reference.rate, held.p99 / reference.p99].map((number) => number.toFixed(2))
console.log(`ratio ${ratio} (at least 0.95 wanted), p99 ${slowest} of the other's (at most 1.5 wanted)`)
for (const path of paths) {
  await fetchWhole(path)
  report(path, await load(site, { ...order, seconds: 1, path, wanted: ['200', '404'] }))
}
await site.stop()
bare.child.kill()

function report(name, result) {
  const { rate, p50, p99 } = result
  const figures = `${Math.round(rate).toString().padStart(6)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
  console.log(`${name.slice(0, 24).padEnd(24)} ${figures}`)
  return result
}

function middle(runs) {
  const at = (key) => runs.map((run) => run[key]).sort((a, b) => a - b)[Math.floor(runs.length / 2)]
  return { rate: at('rate'), p50: at('p50'), p99: at('p99') }
}

/** With what node:http adds by itself left out. */
async function startBare({ date: _date, connection: _connection, 'keep-alive': _kept, ...given }, bytes) {
  const child = fork('bench/bare-server.mjs')
  child.send({ headers: given, body: bytes.toString('base64') })
  const [port] = await once(child, 'message')
  return { child, port }
}

function fetchWhole(path, encoding = 'br') {
  return new Promise((resolve, reject) => {
    const asked = { port: site.port, host: '127.0.0.1', path, headers: { 'accept-encoding': encoding } }
    get(asked, (response) => {
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => resolve({ headers: response.headers, body: Buffer.concat(chunks) }))
    }).on('error', reject)
  })
}

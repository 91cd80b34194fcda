// `npm run bench`: how fast a cached page leaves, as a ratio against bare node:http sending the same bytes in the same
// run. Ratios travel between machines; milliseconds do not. Loopback only, bounded in count and time.
import { once } from 'node:events'
import { Agent, createServer, get } from 'node:http'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startSite } from '../scripts/site-process.mjs'

await ensureDependencies()
await ensureBuild()

const requests = 20_000
const inParallel = 32
const rounds = 3

const site = await startSite()
const siteAddress = `http://127.0.0.1:${site.port}`

const page = await fetchBytes(`${siteAddress}/`)
const bare = createServer((_request, response) => {
  response.writeHead(200, {
    'content-type': 'text/html; charset=utf-8',
    'content-encoding': 'br',
    'content-length': page.length,
  })
  response.end(page)
})
bare.listen(4191, '127.0.0.1')
await once(bare, 'listening')

const results = { site: [], bare: [], uncached: [] }
for (let round = 0; round < rounds; round++) {
  results.bare.push(await measure('http://127.0.0.1:4191/', requests))
  results.site.push(await measure(`${siteAddress}/`, requests))
  // A missing page is rendered each time: what an uncached page costs.
  results.uncached.push(await measure(`${siteAddress}/no-such-page`, 1_000))
}

const best = (runs) => runs.reduce((a, b) => (b.rate > a.rate ? b : a))
const [bareBest, siteBest, uncachedBest] = [best(results.bare), best(results.site), best(results.uncached)]
console.log(`home page, ${page.length} bytes of brotli, ${inParallel} connections, best of ${rounds}`)
console.log(`bare node:http   ${report(bareBest)}`)
console.log(`cached page      ${report(siteBest)}   ratio ${(siteBest.rate / bareBest.rate).toFixed(2)}`)
console.log(`rendered page    ${report(uncachedBest)}   ratio ${(uncachedBest.rate / bareBest.rate).toFixed(2)}`)
await site.stop()
bare.close()

function report({ rate, p50, p99 }) {
  return `${Math.round(rate).toString().padStart(6)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
}

async function measure(url, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: inParallel })
  const times = []
  let left = count
  const start = performance.now()
  const worker = async () => {
    while (left-- > 0) {
      const begin = performance.now()
      await fetchBytes(url, agent)
      times.push(performance.now() - begin)
    }
  }
  await Promise.all(Array.from({ length: inParallel }, worker))
  const seconds = (performance.now() - start) / 1_000
  agent.destroy()
  times.sort((a, b) => a - b)
  return { rate: count / seconds, p50: times[Math.floor(count * 0.5)], p99: times[Math.floor(count * 0.99)] }
}

function fetchBytes(url, agent) {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { 'accept-encoding': 'br' } }, (response) => {
      const chunks = []
      response.on('data', (chunk) => chunks.push(chunk))
      response.on('end', () => resolve(Buffer.concat(chunks)))
    }).on('error', reject)
  })
}

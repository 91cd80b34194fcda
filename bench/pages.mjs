// How fast what is held leaves, as a ratio against bare node:http that sends the same bytes and headers in the same run.
// Loopback only, bounded in time; rounds alternate, and the middle one of each counts.
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startSite } from '../scripts/site-process.mjs'
import { askWhole, startBare } from './bare.mjs'
import { load } from './load.mjs'
import { row } from './report.mjs'
import { inTurns, median } from './statistics.mjs'

await ensureDependencies()
await ensureBuild()

const order = { kind: 'pages', seconds: 3, connections: 32 }
const against = 'bare node:http'

const site = await startSite({ RATE_LIMIT: 'off' })
try {
  await askWhole(site, '/')
  const page = await askWhole(site, '/')
  console.log(`home page, ${page.body.length} bytes of brotli, ${order.connections} connections`)
  await compareHome(page)
  const { body } = await askWhole(site, '/', { 'accept-encoding': 'identity' })
  const [, share] = /content="[^"]*(\/share\/page\/[^"]+\.png)"/.exec(body) ?? []
  for (const path of ['/feed.xml', '/api/blog', share, '/no-such-page']) {
    await askWhole(site, path)
    const { rate } = await load(site, { ...order, seconds: 1, path, wanted: ['200', '404'] })
    row(`held ${path.slice(0, 24)}`, { measured: rate, unit: 'a second' })
  }
} finally {
  await site.stop()
}

async function compareHome(page) {
  const bare = await startBare(page)
  await Promise.all([load(bare, { ...order, seconds: 1 }), load(site, { ...order, seconds: 1 })])
  const runs = await inTurns([() => load(bare, order), () => load(site, order)])
  bare.stop()
  const compared = (key) => {
    const [reference, measured] = runs.map((all) => median(all.map((run) => run[key])))
    return { measured, reference, against }
  }
  row('held page', { ...compared('rate'), unit: 'a second' }, { atLeast: 0.95 })
  row('held page, p99', { ...compared('p99'), unit: 'ms' }, { atMost: 1.5 })
}

// The numbers with five million views in the house, on both engines: how long the owner's page takes for each span, and
// what counting three thousand views a second does to the pages meanwhile. Loopback only; takes some minutes and two
// gigabytes of disk. BENCH_VIEWS sets how many views.
import { ensurePostgres, openPostgres } from '../scripts/postgres.mjs'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startSite } from '../scripts/site-process.mjs'
import { load } from './load.mjs'
import { processorSeconds, residentMegabytes } from './process.mjs'
import { row } from './report.mjs'
import { median } from './statistics.mjs'

await ensureDependencies()
await ensureBuild()
ensurePostgres()
const { fill } = await import('./numbers-fill.mjs')

const views = Number(process.env.BENCH_VIEWS ?? 5_000_000)
const engines = process.argv[2] ? [process.argv[2]] : ['sqlite', 'postgres']
const owner = { email: 'owner@home.example', password: 'a bench of oak and iron' }
const settings = { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password, RATE_LIMIT: 'off', TRUST_PROXY: '1' }

const onEngine = (postgres) => ({ ...settings, ...(postgres ? { DATABASE_URL: postgres.url } : {}) })

for (const engine of engines) {
  const postgres = engine === 'postgres' ? await openPostgres({ isDurable: true }) : null
  const site = { ...(await startSite(onEngine(postgres))), postgres }
  try {
    const begin = performance.now()
    const filled = await fill(postgres?.url ?? site.dataDir, views)
    const took = ((performance.now() - begin) / 1_000).toFixed(0)
    console.log(`\n${engine}: ${filled.views} views and ${filled.counts} sums written in ${took} s`)
    await timeDashboard(site, engine)
    await timeIngest(site, engine)
  } finally {
    await site.stop()
    postgres?.stop()
  }
}

async function timeDashboard({ port }, engine) {
  const address = `http://127.0.0.1:${port}`
  const signedIn = await fetch(`${address}/api/auth/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify(owner),
  })
  const cookie = signedIn.headers.getSetCookie().map((line) => line.split(';')[0])
  for (const days of [1, 7, 30, 90, 365]) {
    const times = []
    for (let round = 0; round < 15; round++) {
      const begin = performance.now()
      const response = await fetch(`${address}/api/owner/analytics?days=${days}`, {
        headers: { cookie: cookie.join('; ') },
      })
      await response.arrayBuffer()
      if (!response.ok) throw new Error(String(response.status))
      times.push(performance.now() - begin)
    }
    const said = `${median(times).toFixed(1)} ms, worst ${Math.max(...times).toFixed(1)}`
    row(`${engine}: her numbers of ${days} days`, { measured: median(times), said }, { atMost: 300 })
  }
}

async function timeIngest(site, engine) {
  const { pid } = site.child
  const pages = (more = {}) => load(site, { kind: 'pages', seconds: 8, connections: 8, ...more })
  const incoming = { kind: 'views', seconds: 8, connections: 16, rate: 3_200 }
  await Promise.all([pages({ seconds: 3 }), load(site, { ...incoming, seconds: 3 })])
  const before = residentMegabytes(pid)
  say('pages, 1,000 a second, alone', await pages({ rate: 1_000 }))
  const [steady, counted] = await Promise.all([pages({ rate: 1_000 }), load(site, incoming)])
  say('the same, views meanwhile', steady)
  say('views meanwhile', counted)
  say('pages, as many as go, alone', await pages())
  await compareNextDoor(site, engine, pages, incoming)
  const spent = processorSeconds(pid)
  const all = await load(site, { ...incoming, rate: undefined })
  say('views, as many as go', all)
  const cost = ((processorSeconds(pid) - spent) * 1e6) / (all.rate * incoming.seconds)
  row(`${engine}: one view costs the process`, { measured: cost, unit: 'µs' })
  row(`${engine}: memory`, `${before} MB before the views, ${residentMegabytes(pid)} MB after`)
}

/**
 * Whoever sends the views, and a database that keeps them, take processor time from whoever asks for pages: what that
 * alone costs is seen when the same views go to a second site on this machine. In turns, since a machine has its moods.
 */
async function compareNextDoor(site, engine, pages, incoming) {
  const postgres = site.postgres ? await openPostgres({ isDurable: true }) : null
  const nextDoor = await startSite(onEngine(postgres))
  const ratios = []
  for (let round = 0; round < 7; round++) {
    const [apart] = await Promise.all([pages({ seconds: 4 }), load(nextDoor, { ...incoming, seconds: 4 })])
    const [meanwhile, counted] = await Promise.all([pages({ seconds: 4 }), load(site, { ...incoming, seconds: 4 })])
    ratios.push(meanwhile.rate / apart.rate)
    if (round < 6) continue
    say('the same, views next door', apart)
    say('the same, views meanwhile', meanwhile)
    say('views meanwhile', counted)
  }
  await nextDoor.stop()
  postgres?.stop()
  row(`${engine}: pages with views, of pages with views next door`, { measured: median(ratios) })
}

function say(what, { rate, p50, p99, failed }) {
  const line = `${Math.round(rate).toString().padStart(6)} a second, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(1)} ms`
  console.log(`${what.padEnd(30)} ${line}${failed ? `, ${failed} failed` : ''}`)
}

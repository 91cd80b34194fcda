// She changes her name while readers ask for a thousand pages a second. Whether any page still says the
// old one once it is saved, how long another node over the same PostgreSQL needs, and how much longer a reader waits for
// a held page in the seconds in which that happens. Loopback only, bounded in count and time.
import { openPostgres } from '../scripts/postgres.mjs'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startSite } from '../scripts/site-process.mjs'
import { load } from './load.mjs'
import { owner, rename, signIn } from './owner.mjs'
import { row } from './report.mjs'
import { median } from './statistics.mjs'

await ensureDependencies()
await ensureBuild()

const pages = ['/', '/books', '/short-stories', '/blog', '/about', '/contact', '/signup', '/press', '/privacy-policy']
const rounds = 7
const seconds = 10

const { url, stop } = await openPostgres()
const env = { DATABASE_URL: url, RATE_LIMIT: 'off', SECRET_KEY: 'a key for a benchmark, forty characters' }
const here = await startSite({ ...env, ...owner })
const there = await startSite(env)
try {
  const ask = await signIn(here)
  await readPages()
  const alone = await readPages()
  const busy = readPages()
  const times = { saved: [], there: [] }
  let old = 0
  for (let round = 0; round < rounds; round++) {
    const name = `Mara O’Quill ${round}`
    const begin = performance.now()
    await rename(ask, name)
    times.saved.push(performance.now() - begin)
    // Acknowledged: whoever asks this node from now on must not see the one before.
    const away = untilSaid(there, '/', name).then(() => times.there.push(performance.now() - begin))
    for (const path of pages) if (!(await says(here, path, name))) old++
    await away
  }
  const beside = await busy
  const at = (list) => `${Math.round(median(list))} ms, at most ${Math.round(Math.max(...list))}`
  console.log(
    `another name, ${rounds} times, beside ${Math.round(beside.rate)} pages a second; ${beside.failed} failed`,
  )
  row('another name saved', at(times.saved))
  row(`pages with the old name after that, of ${rounds * pages.length}`, { measured: old }, { atMost: 0 })
  const slowest = Math.max(...times.there)
  row('another name on the other node', { measured: slowest, said: at(times.there) }, { atMost: 1_000 })
  for (const key of ['p50', 'p99']) {
    const figure = { measured: beside[key], unit: 'ms', reference: alone[key], against: 'in quiet' }
    row(`${key} of a held page while she is renamed`, figure)
  }
} finally {
  await Promise.all([here.stop(), there.stop()])
  stop()
}

function readPages() {
  return load(here, { kind: 'pages', seconds, connections: 16, rate: 1_000 })
}

async function says({ port }, path, name) {
  return (await (await fetch(`http://127.0.0.1:${port}${path}`)).text()).includes(name)
}

async function untilSaid(site, path, name) {
  while (!(await says(site, path, name))) await new Promise((resolve) => setTimeout(resolve, 10))
}

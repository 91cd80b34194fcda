// `npm run bench`: she changes her name while readers ask for a thousand pages a second. Whether any page still says the
// old one once it is saved, how long another node over the same PostgreSQL needs, and how much longer a reader waits for
// a held page in the seconds in which that happens. Loopback only, bounded in count and time.
import { openPostgres } from '../scripts/postgres.mjs'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startSite } from '../scripts/site-process.mjs'
import { load } from './load.mjs'
import { median } from './statistics.mjs'

await ensureDependencies()
await ensureBuild()

const owner = { OWNER_EMAIL: 'owner@home.example', OWNER_PASSWORD: 'a long walk to the well' }
const pages = ['/', '/books', '/short-stories', '/blog', '/about', '/contact', '/signup', '/press', '/privacy-policy']
const rounds = 7
const seconds = 10

const { url, stop } = await openPostgres()
const env = { DATABASE_URL: url, RATE_LIMIT: 'off', SECRET_KEY: 'a key for a benchmark, forty characters' }
const here = await startSite({ ...env, ...owner })
const there = await startSite(env)
try {
  const cookie = await signIn()
  await readPages()
  const alone = await readPages()
  const busy = readPages()
  const times = { saved: [], there: [] }
  let old = 0
  for (let round = 0; round < rounds; round++) {
    const name = `Mara O’Quill ${round}`
    const begin = performance.now()
    await rename(cookie, name)
    times.saved.push(performance.now() - begin)
    // Acknowledged: whoever asks this node from now on must not see the one before.
    const away = untilSaid(there, '/', name).then(() => times.there.push(performance.now() - begin))
    for (const path of pages) if (!(await says(here, path, name))) old++
    await away
  }
  const beside = await busy
  const at = (list) => `${Math.round(median(list))} ms, at most ${Math.round(Math.max(...list))}`
  const held = ({ p50, p99 }) => `p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`
  console.log(`another name, ${rounds} times, beside ${Math.round(beside.rate)} pages a second (1,000 wanted)`)
  console.log(`saved in ${at(times.saved)}; then ${old} of ${rounds * pages.length} pages said the old one (0 wanted)`)
  console.log(`on the other node in ${at(times.there)} (at most 1,000 wanted)`)
  console.log(`a held page: ${held(alone)} in quiet; ${held(beside)} meanwhile, ${beside.failed} failed`)
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

async function signIn() {
  const entered = await send('POST', '/api/auth/sign-in', { email: owner.OWNER_EMAIL, password: owner.OWNER_PASSWORD })
  return entered.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}

async function rename(cookie, name) {
  const address = '/api/owner/site'
  const { profile, version } = await (
    await fetch(`http://127.0.0.1:${here.port}${address}`, { headers: { cookie } })
  ).json()
  const saved = await send('PUT', address, { ...profile, name, version }, { cookie })
  if (!saved.ok) throw new Error(`not renamed: ${saved.status} ${await saved.text()}`)
}

function send(method, path, body, headers = {}) {
  return fetch(`http://127.0.0.1:${here.port}${path}`, {
    method,
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', ...headers },
    body: JSON.stringify(body),
  })
}

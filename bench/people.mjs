// A hundred thousand people, on both engines: how long a check, an import with its progress and an undo take, how long the
// first page, a late one, searches and every filter, each with all its counts, and what a reader's page takes meanwhile.
// What is over the limit is marked. Loopback only; some minutes. BENCH_PEOPLE sets how many people.
import { setTimeout as wait } from 'node:timers/promises'
import { ensurePostgres, openPostgres } from '../scripts/postgres.mjs'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startSite } from '../scripts/site-process.mjs'
import { median } from './statistics.mjs'

await ensureDependencies()
await ensureBuild()
ensurePostgres()

const many = Number(process.env.BENCH_PEOPLE ?? 100_000)
/** In milliseconds, as they were promised for a hundred thousand. */
const limits = { import: 60_000, page: 100, filter: 300 }
const engines = process.argv[2] ? [process.argv[2]] : ['sqlite', 'postgres']
const owner = { email: 'owner@home.example', password: 'a bench of oak and iron' }
const statuses = ['Active', 'Active', 'Active', 'Active', 'Active', 'Active', 'Unsubscribed', 'Bounced', 'Unconfirmed']
const csv = [
  'Email,Name,Status,Subscribed,Tags',
  ...Array.from({ length: many }, (_, number) => {
    const day = new Date(Date.UTC(2020, 0, 1 + (number % 1_800))).toISOString().slice(0, 10)
    return `reader${number}@mail${number % 50}.example,Reader ${number},${statuses[number % 9]},${day},${number % 10 ? '' : 'launch team'}`
  }),
].join('\n')

for (const engine of engines) {
  const postgres = engine === 'postgres' ? await openPostgres({ isDurable: true }) : null
  const settings = { OWNER_EMAIL: owner.email, OWNER_PASSWORD: owner.password, RATE_LIMIT: 'off' }
  const site = await startSite({ ...settings, ...(postgres ? { DATABASE_URL: postgres.url } : {}) })
  try {
    console.log(`\n${engine}, ${many} people`)
    await measure(`http://127.0.0.1:${site.port}`)
  } finally {
    await site.stop()
    postgres?.stop()
  }
}

async function measure(address) {
  const ask = await signIn(address)
  const brought = { csv, fileName: 'list.csv', basis: 'They joined at an old service.' }
  await timed('check', () => ask('POST', '/api/owner/people/import', { ...brought, dryRun: true }))
  const { id } = await timed('import, until it is answered', () => ask('POST', '/api/owner/people/import', brought))
  const begun = performance.now()
  const pages = []
  const steps = new Set()
  for (let state = 'running'; state === 'running'; await wait(100)) {
    const before = performance.now()
    await (await fetch(address)).arrayBuffer()
    pages.push(performance.now() - before)
    const now = await ask('GET', `/api/owner/people/imports/${id}`)
    steps.add(now.done)
    state = now.state
  }
  say('import, until all are in', [performance.now() - begun], limits.import)
  console.log(`  its progress was seen at ${steps.size} different places`)
  say('a page meanwhile', pages)
  // Others ask for an advance copy, by the form: whoever was brought in and has a letter since cannot be undone.
  for (let number = 0; number < 500; number++)
    await ask('POST', '/api/newsletter/signup', { email: `asks${number}@mail1.example`, source: 'voss_trials_arc' })
  for (let asked = 0; asked < 400; await wait(500)) asked = (await ask('GET', '/api/owner/subscribers')).arcRequests
  await look(ask, '', limits.page)
  await look(ask, `?cursor=${lateCursor()}`, limits.page)
  for (const q of ['reader77777@mail27.example', 'Reader 777', 'mail7', 'e', 'nobody is called so'])
    await look(ask, `?q=${encodeURIComponent(q)}`, limits.page)
  const states = ['active', 'pending', 'arc_only', 'reader', 'left', 'bounced', 'complained']
  const filters = [...states.map((state) => `state=${state}`), 'source=group_import', 'tag=launch+team', 'arc=asked']
  for (const filter of [...filters, 'tag=launch+team&state=left', 'q=reader&source=group_import&tag=launch+team'])
    await look(ask, `?${filter}`, limits.filter)
  // Once more: a database may have looked at its new rows only now.
  await look(ask, '', limits.page)
  await timed('undo', () => ask('POST', `/api/owner/people/imports/${id}/undo`, {}))
}

/** Behind it is only who joined in the first week: ids begin with the moment. */
function lateCursor() {
  const time = Date.UTC(2020, 0, 7).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7fff-bfff-ffffffffffff`
}

async function look(ask, search, limit) {
  const times = []
  for (let round = 0; round < 15; round++) {
    const before = performance.now()
    await ask('GET', `/api/owner/subscribers${search}`)
    times.push(performance.now() - before)
  }
  say(`people ${search.length > 24 ? `${search.slice(0, 23)}…` : search}`, times, limit)
}

async function signIn(address) {
  const headers = { 'content-type': 'application/json', origin: address }
  const entered = await fetch(`${address}/api/auth/sign-in`, { method: 'POST', headers, body: JSON.stringify(owner) })
  const cookie = entered.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
  return async (method, path, body) => {
    const wish = { method, headers: { ...headers, cookie }, ...(body ? { body: JSON.stringify(body) } : {}) }
    const response = await fetch(address + path, wish)
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
}

async function timed(what, act) {
  const before = performance.now()
  const answer = await act()
  say(what, [performance.now() - before])
  return answer
}

function say(what, times, limit = Number.POSITIVE_INFINITY) {
  const worst = times.length > 1 ? `, worst ${Math.max(...times).toFixed(0)} ms` : ''
  const isOver = median(times) > limit ? `  over ${limit} ms` : ''
  console.log(`${what.padEnd(32)} ${median(times).toFixed(0)} ms${worst}${isOver}`)
}

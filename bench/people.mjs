// A hundred thousand people, on both engines: how long a check, an import with its progress and an undo take, how long the
// first page, a late one, searches and every filter, each with all its counts, and what a reader's page takes meanwhile.
// Loopback only; some minutes. BENCH_PEOPLE sets how many people.
import { setTimeout as wait } from 'node:timers/promises'
import { ensurePostgres, openPostgres } from '../scripts/postgres.mjs'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startSite } from '../scripts/site-process.mjs'
import { owner, signIn } from './owner.mjs'
import { row } from './report.mjs'
import { median } from './statistics.mjs'

await ensureDependencies()
await ensureBuild()
ensurePostgres()

const many = Number(process.env.BENCH_PEOPLE ?? 100_000)
/** In milliseconds, as they were promised for a hundred thousand. */
const limits = { import: 60_000, page: 100, filter: 300 }
const engines = process.argv[2] ? [process.argv[2]] : ['sqlite', 'postgres']
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
  const site = await startSite({ ...owner, RATE_LIMIT: 'off', ...(postgres ? { DATABASE_URL: postgres.url } : {}) })
  try {
    console.log(`\n${engine}, ${many} people`)
    await measure(site, engine)
  } finally {
    await site.stop()
    postgres?.stop()
  }
}

async function measure(site, engine) {
  const ask = await signIn(site)
  const say = sayFor(engine)
  const brought = { csv, fileName: 'list.csv', basis: 'They joined at an old service.' }
  await timed(say, 'check', () => ask('POST', '/api/owner/people/import', { ...brought, dryRun: true }))
  const { id } = await timed(say, 'import, until it is answered', () =>
    ask('POST', '/api/owner/people/import', brought),
  )
  const begun = performance.now()
  const pages = []
  const steps = new Set()
  for (let state = 'running'; state === 'running'; await wait(100)) {
    const before = performance.now()
    await (await fetch(`http://127.0.0.1:${site.port}`)).arrayBuffer()
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
  await look(say, ask, '', limits.page)
  await look(say, ask, `?cursor=${lateCursor()}`, limits.page)
  for (const q of ['reader77777@mail27.example', 'Reader 777', 'mail7', 'e', 'nobody is called so'])
    await look(say, ask, `?q=${encodeURIComponent(q)}`, limits.page)
  const states = ['active', 'pending', 'arc_only', 'reader', 'left', 'bounced', 'complained']
  const filters = [...states.map((state) => `state=${state}`), 'source=group_import', 'tag=launch+team', 'arc=asked']
  for (const filter of [...filters, 'tag=launch+team&state=left', 'q=reader&source=group_import&tag=launch+team'])
    await look(say, ask, `?${filter}`, limits.filter)
  // Once more: a database may have looked at its new rows only now.
  await look(say, ask, '', limits.page)
  await timed(say, 'undo', () => ask('POST', `/api/owner/people/imports/${id}/undo`, {}))
}

/** Behind it is only who joined in the first week: ids begin with the moment. */
function lateCursor() {
  const time = Date.UTC(2020, 0, 7).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7fff-bfff-ffffffffffff`
}

async function look(say, ask, search, limit) {
  const times = []
  for (let round = 0; round < 15; round++) {
    const before = performance.now()
    await ask('GET', `/api/owner/subscribers${search}`)
    times.push(performance.now() - before)
  }
  say(`people ${search.length > 24 ? `${search.slice(0, 23)}…` : search}`.trim(), times, limit)
}

async function timed(say, what, act) {
  const before = performance.now()
  const answer = await act()
  say(what, [performance.now() - before])
  return answer
}

function sayFor(engine) {
  return (what, times, limit) => {
    const worst = times.length > 1 ? `, worst ${Math.max(...times).toFixed(0)}` : ''
    const figure = { measured: median(times), said: `${median(times).toFixed(0)} ms${worst}` }
    row(`${engine}: ${what}`, figure, limit && { atMost: limit })
  }
}

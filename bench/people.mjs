// A hundred thousand people, on both engines: how long a check, an import with its progress and an undo take, how long the
// first page, a search and every filter, and what a reader's page takes meanwhile. Loopback only; some minutes.
// BENCH_PEOPLE sets how many people.
import { setTimeout as wait } from 'node:timers/promises'
import { ensurePostgres, openPostgres } from '../scripts/postgres.mjs'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startSite } from '../scripts/site-process.mjs'
import { median } from './statistics.mjs'

await ensureDependencies()
await ensureBuild()
ensurePostgres()

const many = Number(process.env.BENCH_PEOPLE ?? 100_000)
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
  for (let state = 'running'; state === 'running'; await wait(100)) {
    const before = performance.now()
    await (await fetch(address)).arrayBuffer()
    pages.push(performance.now() - before)
    state = (await ask('GET', `/api/owner/people/imports/${id}`)).state
  }
  say('import, until all are in', [performance.now() - begun])
  say('a page meanwhile', pages)
  for (const search of [
    '',
    '?q=reader%2077',
    '?state=active',
    '?state=left',
    '?source=group_import',
    '?tag=launch%20team',
  ]) {
    const times = []
    for (let round = 0; round < 15; round++) {
      const before = performance.now()
      await ask('GET', `/api/owner/subscribers${search}`)
      times.push(performance.now() - before)
    }
    say(`people ${search}`, times)
  }
  await timed('undo', () => ask('POST', `/api/owner/people/imports/${id}/undo`, {}))
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

function say(what, times) {
  const worst = times.length > 1 ? `, worst ${Math.max(...times).toFixed(0)} ms` : ''
  console.log(`${what.padEnd(32)} ${median(times).toFixed(0)} ms${worst}`)
}

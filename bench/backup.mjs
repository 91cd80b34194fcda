// `node bench/backup.mjs [MEGABYTES]`: how long a reader waits for a page while the site is backed up, and what that takes in
// time and memory. A gigabyte unless another size is named, half of it rows and half files. Loopback only, bounded.
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startSite } from '../scripts/site-process.mjs'
import { load } from './load.mjs'
import { row } from './report.mjs'

await ensureDependencies()
await ensureBuild()

const megabytes = Number(process.argv[2] ?? 1_000)
const owner = { OWNER_EMAIL: 'owner@home.example', OWNER_PASSWORD: 'a long walk to the well' }
const site = await startSite({ ...owner, RATE_LIMIT: 'off' })
const address = `http://127.0.0.1:${site.port}`
const asJson = { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin' }
try {
  fill()
  const headers = { ...asJson, cookie: await signIn() }
  await readPages()
  const alone = [await readPages(), await readPages()]
  const began = performance.now()
  await fetch(`${address}/api/owner/backups`, { method: 'POST', headers })
  const peak = watchPeak()
  const beside = []
  let state = await ask(headers)
  while (state.running !== null) {
    beside.push(await readPages())
    state = await ask(headers)
  }
  const seconds = (performance.now() - began) / 1_000
  const worst = (rounds) => Math.max(...rounds.map(({ p99 }) => p99))
  const figure = { measured: worst(beside), unit: 'ms', reference: worst(alone), against: 'alone' }
  row('p99 of a held page beside a backup, worst round', figure)
  const { bytes, rows, files } = state.last ?? {}
  row(`backup of ${(bytes / 1e6).toFixed(0)} MB, ${rows} rows and ${files} files`, { measured: seconds, unit: 's' })
  row('peak memory of the backup', { measured: peak(), unit: 'MB' })
  if (state.trouble) console.log(state.trouble.words)
} finally {
  await site.stop()
}

function readPages() {
  return load(site, { kind: 'pages', seconds: 4, connections: 4, rate: 200 })
}

async function ask(headers) {
  return (await fetch(`${address}/api/owner/backups`, { headers })).json()
}

async function signIn() {
  const body = JSON.stringify({ email: owner.OWNER_EMAIL, password: owner.OWNER_PASSWORD })
  const entered = await fetch(`${address}/api/auth/sign-in`, { method: 'POST', headers: asJson, body })
  return entered.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
}

/** Messages of ten thousand letters each, and books of five megabytes. */
function fill() {
  const database = new DatabaseSync(join(site.dataDir, 'frontispiece.db'), { timeout: 20_000 })
  const message = database
    .prepare('select * from contact_messages limit 0')
    .columns()
    .map(({ column }) => column)
  const insert = database.prepare(`insert into contact_messages (${message}) values (${message.map(() => '?')})`)
  const own = (number) => `bench-${number}`
  const known = { id: own, dedupe_key: own, message: () => randomBytes(5_000).toString('hex') }
  const at = new Date().toISOString()
  const valueFor = (column, number) =>
    known[column]?.(number) ?? (/_at$/.test(column) ? (column === 'created_at' ? at : null) : 'x')
  database.exec('begin')
  for (let number = 0; number < megabytes * 50; number++)
    insert.run(...message.map((column) => valueFor(column, number)))
  const book = database.prepare(
    'insert into book_files (name, storage_key, size, sha256, uploaded_at) values (?, ?, ?, ?, ?)',
  )
  mkdirSync(join(site.dataDir, 'files'), { recursive: true })
  for (let number = 0; number < megabytes / 10; number++) {
    writeFileSync(join(site.dataDir, 'files', `book-bench${number}`), randomBytes(5_000_000))
    book.run(`bench-${number}.epub`, `book-bench${number}`, 5_000_000, '', at)
  }
  database.exec('commit')
  database.close()
}

/** Of the process that makes it, whichever child of the site that is. */
function watchPeak() {
  let peak = 0
  const timer = setInterval(() => {
    try {
      const [child] = readFileSync(`/proc/${site.child.pid}/task/${site.child.pid}/children`, 'utf8').trim().split(' ')
      const [, kilobytes] = readFileSync(`/proc/${child}/status`, 'utf8').match(/VmHWM:\s+(\d+)/) ?? []
      peak = Math.max(peak, Number(kilobytes ?? 0))
    } catch {
      // It has not begun, or is over.
    }
  }, 100)
  return () => {
    clearInterval(timer)
    return Math.round(peak / 1_000)
  }
}

// The other doors a reader uses. "Not changed" and a public call against bare node:http that sends the same bytes and
// headers; a page nobody has asked for since something was saved against the same page held; a signup and a view against
// bare inserts into SQLite, and a view against a held page: a page brings one along, so it may cost two of them at most.
// Loopback only, bounded in count and time; rounds alternate, and the middle one of each counts.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ensureBuild, ensureDependencies } from '../scripts/prepare.mjs'
import { startSite } from '../scripts/site-process.mjs'
import { askWhole, startBare } from './bare.mjs'
import { load } from './load.mjs'
import { owner, rename, signIn } from './owner.mjs'
import { row } from './report.mjs'
import { inTurns, median } from './statistics.mjs'

await ensureDependencies()
await ensureBuild()
const { DatabaseSync } = await import('@photostructure/sqlite')

const pages = { kind: 'pages', seconds: 2, connections: 32 }
const site = await startSite({ ...owner, RATE_LIMIT: 'off', TRUST_PROXY: '1' })
const database = new DatabaseSync(join(site.dataDir, 'frontispiece.db'), { readOnly: true })
try {
  await compareAnswers()
  await compareUncached()
  await compareViews()
  await compareSignups()
} finally {
  database.close()
  await site.stop()
}

async function compareAnswers() {
  await askWhole(site, '/')
  const { headers } = await askWhole(site, '/')
  const held = headers.etag
  const known = await askWhole(site, '/', { 'accept-encoding': 'br', 'if-none-match': held })
  await compareWithBare('304, a page she has already', known, { ...pages, held, wanted: ['304'] }, { atLeast: 0.95 })
  const path = '/api/blog'
  await askWhole(site, path)
  await compareWithBare(`call, ${path}`, await askWhole(site, path), { ...pages, path }, { atLeast: 0.95 })
}

async function compareWithBare(what, answer, order, wanted) {
  const bare = await startBare(answer)
  for (const target of [bare, site]) await load(target, { ...order, seconds: 1 })
  const rates = await inTurns([() => rateOf(bare, order), () => rateOf(site, order)])
  bare.stop()
  const [reference, measured] = rates.map(median)
  row(what, { measured, unit: 'a second', reference, against: 'bare node:http' }, wanted)
}

async function compareUncached() {
  const ask = await signIn(site)
  const times = { uncached: [], held: [] }
  let before = (await askWhole(site, '/')).headers.etag
  for (let round = 0; round < 40; round++) {
    await rename(ask, `Mara O’Quill ${round}`)
    for (const kind of ['uncached', 'held']) {
      const start = performance.now()
      const { headers } = await askWhole(site, '/')
      times[kind].push(performance.now() - start)
      if ((headers.etag === before) !== (kind === 'held')) throw new Error(`the page was not ${kind}`)
      before = headers.etag
    }
  }
  const [measured, reference] = [times.uncached, times.held].map(median)
  row('page, first asked for after something was saved', { measured, unit: 'ms', reference, against: 'held' })
}

async function compareViews() {
  const views = { ...pages, kind: 'views' }
  await load(site, { ...views, seconds: 1 })
  await allCounted()
  const like = database.prepare("select * from views where what = 'view' limit 1").get()
  const rates = await inTurns([
    () => rateOf(site, pages),
    () => insertBare('views', like),
    async () => {
      const rate = await rateOf(site, views)
      await allCounted()
      return rate
    },
  ])
  const [page, insert, measured] = rates.map(median)
  const figure = { measured, unit: 'a second' }
  row('view, of a held page', { ...figure, reference: page, against: 'held page' }, { atLeast: 0.5 })
  row('view, of bare inserts', { ...figure, reference: insert, against: 'bare inserts' })
  const { dropped } = database
    .prepare("select coalesce(sum(views), 0) as dropped from daily_counts where kind = 'all' and audience = 'dropped'")
    .get()
  row('views dropped meanwhile', { measured: dropped }, { atMost: 0 })
}

/** Reports wait in memory for a second at most; then they are written, and cost what others should not pay. */
async function allCounted() {
  await wait(2_000)
}

async function compareSignups() {
  const order = { kind: 'signups', count: 500, connections: pages.connections }
  await load(site, order)
  await allWelcomed()
  const at = new Date().toISOString()
  const payload = JSON.stringify({ email: 'reader@home.example', wording: 'words she agreed to '.repeat(20) })
  const job = { kind: 'newsletter.signup', payload, state: 'queued', run_at: at, attempts: 0, created_at: at }
  const rates = await inTurns([
    () => insertBare('jobs', { id: 'bench', ...job }),
    async () => {
      const rate = await rateOf(site, order)
      await allWelcomed()
      return rate
    },
  ])
  const [reference, measured] = rates.map(median)
  row('signup, of bare inserts', { measured, unit: 'a second', reference, against: 'bare inserts' })
}

/** The door writes a job and answers; the rest is the worker's, who must be done before the next round begins. */
async function allWelcomed() {
  const left = database.prepare('select count(*) as jobs from jobs')
  while (left.get().jobs > 0) await wait(50)
}

async function rateOf(target, order) {
  const { rate, failed } = await load(target, order)
  if (failed > 0) throw new Error(`${failed} ${order.kind} failed`)
  return rate
}

/** Rows like this one, into a table and its indexes as the site has them. */
async function insertBare(table, like) {
  const made = database.prepare('select sql from sqlite_master where tbl_name = ? and sql is not null').all(table)
  const child = fork('bench/bare-inserts.mjs')
  const { seconds, connections } = pages
  child.send({ schema: made.map(({ sql }) => sql), table, row: like, seconds, connections })
  const [{ rate }] = await once(child, 'message')
  return rate
}

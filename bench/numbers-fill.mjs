// A year of numbers, straight into a database the site has made: views of the last thirty days, which is as long as they
// are kept, and the sums of 365. `node bench/numbers-fill.mjs <data folder or postgres://…> [views]`
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'

const days = 365
const keptDays = 30
const counts = { page: 60, referrer: 200, event: 12, story: 20 }
const visitorsADay = 40_000

/** @param {string} place @param {number} views */
export async function fill(place, views = 5_000_000) {
  const isPostgres = /^postgres/.test(place)
  const run = isPostgres ? await openPostgres(place) : openSqlite(place)
  const start = Date.now() - keptDays * 86_400_000 + 60_000
  const step = (keptDays * 86_400 - 120) / views
  const portion = 100_000
  for (let first = 0; first < views; first += portion) {
    await run(viewsSql(isPostgres, { first, last: Math.min(first + portion, views) - 1, start: start / 1_000, step }))
  }
  const rows = rollups(views)
  for (let first = 0; first < rows.length; first += 20_000) {
    await run(countsSql(isPostgres), [JSON.stringify(rows.slice(first, first + 20_000))])
  }
  await run('analyze')
  await run(null)
  return { views, counts: rows.length }
}

function openSqlite(folder) {
  const db = new DatabaseSync(join(folder, 'frontispiece.db'), { timeout: 20_000 })
  db.exec('pragma synchronous = off')
  return async (text, values = []) => {
    if (text) return db.prepare(text).run(...values)
    // What is measured afterwards must not wait for a gigabyte of ours to reach the disk.
    db.exec('pragma synchronous = full; pragma wal_checkpoint(truncate)')
    db.close()
  }
}

async function openPostgres(url) {
  const client = new pg.Client(url)
  await client.connect()
  return async (text, values = []) => (text ? client.query(text, values) : client.end())
}

/** Everything follows from the number of a view: one reader in 2.4 views, a few pages more popular than the rest. */
function viewsSql(isPostgres, { first, last, start, step }) {
  const numbers = isPostgres
    ? `generate_series(${first}::bigint, ${last}::bigint) as numbers(i)`
    : `(with recursive numbers(i) as (select ${first} union all select i + 1 from numbers where i < ${last}) select i from numbers)`
  const at = isPostgres
    ? `to_char(to_timestamp(${start} + i * ${step}) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
    : `strftime('%Y-%m-%dT%H:%M:%fZ', ${start} + i * ${step}, 'unixepoch')`
  const hex = isPostgres ? (value) => `lpad(to_hex(${value}), 16, 'a')` : (value) => `printf('aaaaaaaa%08x', ${value})`
  const visitor = hex(`((i / 166000) * 1000003 + (i * 7919) % ${visitorsADay}) % 2147483647`)
  return `insert into views (at, what, page, visitor, referrer, user_agent, data)
    select ${at}, 'view', '/blog/page-' || ((i * 31) % ${counts.page}), ${visitor},
      case when i % 3 = 0 then 'https://site' || (i % ${counts.referrer}) || '.example/a/page' end,
      'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', null from ${numbers}`
}

const columns = { kind: 'text', day: 'text', audience: 'text', name: 'text', views: 'integer', visitors: 'integer' }

function countsSql(isPostgres) {
  const names = Object.keys(columns)
  const given = isPostgres
    ? `select * from json_to_recordset($1::json) as given(${Object.entries(columns).map((column) => column.join(' '))})`
    : `select ${names.map((name) => `value ->> '${name}'`)} from json_each(?)`
  return `insert into daily_counts (${names}) ${given} ${isPostgres ? '' : 'where true'} on conflict do nothing`
}

/** Each day's sums, for every day of the year; of the first name of a kind there is most. */
function rollups(views) {
  const perDay = Math.round(views / keptDays)
  const rows = []
  for (let back = days - 1; back >= 0; back--) {
    const day = new Date(Date.now() - back * 86_400_000).toISOString().slice(0, 10)
    const busy = Math.round(perDay * (0.6 + 0.4 * Math.sin(back / 7)))
    const add = (kind, name, share, audience = 'reader') => {
      const some = Math.max(1, Math.round(busy * share))
      rows.push({ kind, day, audience, name, views: some, visitors: Math.ceil(some / 2.4) })
    }
    add('all', '', 1)
    for (const audience of ['own', 'bot', 'dropped']) add('all', '', 0.05, audience)
    for (let hour = 0; hour < 24; hour++) add('hour', String(hour).padStart(2, '0'), 1 / 24)
    for (const device of ['phone', 'tablet', 'computer']) add('device', device, 1 / 3)
    for (const [kind, most, name] of [
      ['page', counts.page, (rank) => `/blog/page-${rank}`],
      ['referrer', counts.referrer, (rank) => `site${rank}.example`],
      ['event', counts.event, (rank) => ['signup', 'confirmed', 'download'][rank] ?? `event_${rank}`],
      ['brought', counts.story, (rank) => `/short-stories/story-${rank}`],
      ['joined-from', counts.story, (rank) => `site${rank}.example`],
    ]) {
      for (let rank = 0; rank < most; rank++) add(kind, name(rank), 0.2 / (rank + 1))
    }
    for (let story = 0; story < counts.story; story++) {
      for (const quarter of [25, 50, 75, 100])
        add('read', `/short-stories/story-${story}#${quarter}`, 0.01 / (story + 1))
    }
  }
  return rows
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , place, views] = process.argv
  if (!place) throw new Error('name the data folder or the postgres:// address to fill')
  console.log(await fill(place, views ? Number(views) : undefined))
}

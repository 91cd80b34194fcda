import { sql } from 'kysely'
import type { Db, Engine } from '#server/db.ts'
import { jsonRows } from '#server/json-rows.ts'
import type { Met } from './met.ts'
import type { Device } from './sighting.server.ts'
import type { DailyCountRow, Kind } from './tables.server.ts'

/** One view or event, with nothing left in it that leads to a person. */
export type Counted = {
  at: Date
  day: string
  hour: string
  audience: 'reader' | 'own' | 'bot'
  /** null: a page view */
  event: string | null
  page: string
  visitor: string | null
  cameFrom: string | null
  referrer: string | null
  userAgent: string | null
  device: Device | null
  /** how far she got in a story of ours, by its page */
  read: { page: string; percent: number } | null
  /** whose link to which shop was followed, as `id shop` */
  bought: string | null
  data: unknown
}

type Batch = {
  tx: Db
  engine: Engine
  names: Names
  rows: readonly Counted[]
  /** who is known to have been here, and is another on another day: need not be asked again */
  met: Pick<Met, 'has'>
  dropped: { day: string; dropped: number }
}

/**
 * A batch, in the caller's transaction: the rows themselves, and what they add to each day. Whether somebody is new today
 * is asked of the database by trying to write it down. Every table is written in the order of its key, so that two nodes
 * wait for one another and never in a circle.
 */
export async function writeBatch({ tx, engine, names, rows: seen, met, dropped }: Batch): Promise<void> {
  const rows = await capNames(tx, names, seen)
  const readers = rows.filter(({ audience }) => audience === 'reader')
  await keepViews(tx, engine, readers)
  const marks = await markVisitors(tx, engine, readers, met)
  const sum = createSum()
  for (const row of rows) countRow(sum, row, marks)
  const joined = [...marks].filter((key) => key.endsWith(joinedMark)).map((key) => key.split(' '))
  await countJoined(
    sum,
    tx,
    engine,
    joined.map(([day = '', visitor = '']) => ({ day, visitor })),
  )
  if (dropped.dropped > 0) sum.add('all', dropped.day, '', dropped.dropped, 0, 'dropped')
  await addCounts(tx, engine, sum.counts())
}

type Names = Map<string, Set<string>>

/** The names a day has so far, as far as this process knows. */
export function createNames(): Names {
  return new Map()
}

const ourEvents = ['signup', 'arc_request', 'contact_sent', 'story_opened', 'story_read', 'purchase_link']
const alwaysNamed = new Set([...ourEvents, 'confirmed', 'download', 'direct', '(other)'])
const mostNames = { event: 50, referrer: 1_000 }

/** A day has room for so many names of each kind; what comes after them is counted together. */
async function capNames(tx: Db, names: Names, rows: readonly Counted[]): Promise<Counted[]> {
  const capped: Counted[] = []
  const asked = new Set<string>()
  const allow = async (kind: keyof typeof mostNames, day: string, name: string) => {
    const key = `${kind} ${day}`
    if (!asked.has(key)) {
      asked.add(key)
      for (const other of names.keys()) if (other.startsWith(kind) && other < `${kind} ${day}`) names.delete(other)
      names.set(key, await readNames(tx, kind, day))
    }
    const known = names.get(key) ?? new Set()
    if (known.size < mostNames[kind]) known.add(name)
    return known.has(name) ? name : '(other)'
  }
  for (const row of rows) {
    const [kind, name] = row.event ? (['event', row.event] as const) : (['referrer', row.cameFrom] as const)
    if (row.audience !== 'reader' || name === null) capped.push(row)
    else if (names.get(`${kind} ${row.day}`)?.has(name) || alwaysNamed.has(name)) capped.push(row)
    else {
      const allowed = await allow(kind, row.day, name)
      capped.push(row.event ? { ...row, event: allowed } : { ...row, cameFrom: allowed })
    }
  }
  return capped
}

async function readNames(tx: Db, kind: Kind, day: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('daily_counts')
    .select('name')
    .where('kind', '=', kind)
    .where('day', '=', day)
    .where('audience', '=', 'reader')
    .execute()
  return new Set(rows.map(({ name }) => name).filter((name) => !alwaysNamed.has(name)))
}

const viewColumns = {
  at: 'text',
  what: 'text',
  page: 'text',
  visitor: 'text',
  referrer: 'text',
  user_agent: 'text',
  data: 'text',
} as const

async function keepViews(tx: Db, engine: Engine, rows: readonly Counted[]): Promise<void> {
  if (rows.length === 0) return
  const views = rows.map((row) => ({
    at: row.at.toISOString(),
    what: row.event ?? 'view',
    page: row.page,
    visitor: row.visitor,
    referrer: row.referrer,
    user_agent: row.userAgent,
    data: row.data === null ? null : JSON.stringify(row.data),
  }))
  const columns = sql.join(Object.keys(viewColumns).map((name) => sql.ref(name)))
  await sql`insert into views (${columns}) select ${columns} from ${jsonRows(engine, viewColumns, views)}`.execute(tx)
}

const hereMark = '(here)'
const joinedMark = '(joined)'
const quarters = [25, 50, 75, 100]

/** What a row may be the first of its kind for: being here, a page she had not opened, a quarter she had not read, having joined. */
function marksOf({ event, page, read }: Counted): string[] {
  if (!event) return [hereMark, page]
  if (event === 'signup') return [joinedMark]
  return read ? quarters.filter((quarter) => quarter <= read.percent).map((quarter) => `${read.page}#${quarter}`) : []
}

/** What is new today for its visitor, as `day visitor mark`. Where she came from stands beside her being here. */
async function markVisitors(
  tx: Db,
  engine: Engine,
  rows: readonly Counted[],
  met: Pick<Met, 'has'>,
): Promise<Set<string>> {
  const marks = new Map<string, object>()
  for (const row of rows) {
    const { day, visitor } = row
    if (!visitor) continue
    for (const mark of marksOf(row)) {
      const key = `${day} ${visitor} ${mark}`
      const cameFrom = mark === hereMark ? (row.cameFrom ?? 'direct') : null
      if (marks.has(key) || (mark === hereMark && met.has(visitor))) continue
      marks.set(key, { day, visitor, mark, came_from: cameFrom })
    }
  }
  if (marks.size === 0) return new Set()
  const given = jsonRows(engine, { day: 'text', visitor: 'text', mark: 'text', came_from: 'text' }, [...marks.values()])
  const { rows: added } = await sql<{ key: string }>`
    insert into day_visitors (day, visitor, mark, came_from)
    select day, visitor, mark, came_from from ${given} where true order by day, visitor, mark
    on conflict do nothing returning day || ' ' || visitor || ' ' || mark as key`.execute(tx)
  return new Set(added.map(({ key }) => key))
}

type Sum = ReturnType<typeof createSum>

function createSum() {
  const counts = new Map<string, DailyCountRow>()
  return {
    add(
      kind: Kind,
      day: string,
      name: string,
      views: number,
      visitors: number,
      audience: DailyCountRow['audience'] = 'reader',
    ) {
      const key = `${kind} ${day} ${audience} ${name}`
      const count = counts.get(key)
      if (!count) return void counts.set(key, { kind, day, audience, name, views, visitors })
      count.views += views
      count.visitors += visitors
    },
    counts: () => [...counts.values()],
  }
}

/** What one row adds. Whoever is new is so once: the second view in the same batch finds her known. */
function countRow(sum: Sum, row: Counted, marks: Set<string>) {
  const { day, hour, audience, event, page, visitor, cameFrom, device } = row
  if (event) return countEvent(sum, row, marks)
  if (audience !== 'reader') return sum.add('all', day, '', 1, 0, audience)
  const isFirst = marks.delete(`${day} ${visitor} ${hereMark}`) ? 1 : 0
  sum.add('all', day, '', 1, isFirst)
  sum.add('hour', day, hour, 1, isFirst)
  sum.add('page', day, page, 1, marks.delete(`${day} ${visitor} ${page}`) ? 1 : 0)
  if (device) sum.add('device', day, device, 1, isFirst)
  if (cameFrom || isFirst) sum.add('referrer', day, cameFrom ?? 'direct', cameFrom ? 1 : 0, isFirst)
}

function countEvent(sum: Sum, row: Counted, marks: Set<string>) {
  const { day, audience, event, visitor } = row
  if (audience !== 'reader' || !event) return
  sum.add('event', day, event, 1, 0)
  if (row.bought) sum.add('bought', day, row.bought, 1, 0)
  if (!row.read) return
  // Who has read a half has read a quarter too, but has reported one thing.
  for (const [left, mark] of marksOf(row).reverse().entries()) {
    sum.add('read', day, mark, left === 0 ? 1 : 0, marks.delete(`${day} ${visitor} ${mark}`) ? 1 : 0)
  }
}

/** What those who joined had read here today, and where they had come from. */
async function countJoined(sum: Sum, tx: Db, engine: Engine, joined: readonly { day: string; visitor: string }[]) {
  if (joined.length === 0) return
  const given = jsonRows(engine, { day: 'text', visitor: 'text' }, joined)
  const { rows: known } = await sql<{ day: string; mark: string; came_from: string | null }>`
    select known.day, known.mark, known.came_from from ${given} join day_visitors as known
    on known.day = given.day and known.visitor = given.visitor`.execute(tx)
  for (const { day, mark, came_from } of known) {
    if (came_from) sum.add('joined-from', day, came_from, 1, 1)
    if (/^\/(?:blog|short-stories)\/[^#]+$/.test(mark)) sum.add('brought', day, mark, 1, 1)
  }
}

const countColumns = {
  kind: 'text',
  day: 'text',
  audience: 'text',
  name: 'text',
  views: 'integer',
  visitors: 'integer',
} as const

async function addCounts(tx: Db, engine: Engine, counts: readonly DailyCountRow[]): Promise<void> {
  if (counts.length === 0) return
  const columns = sql.join(Object.keys(countColumns).map((name) => sql.ref(name)))
  await sql`
    insert into daily_counts (${columns})
    select ${columns} from ${jsonRows(engine, countColumns, counts)} where true order by kind, day, audience, name
    on conflict (kind, day, audience, name) do update set
      views = daily_counts.views + excluded.views, visitors = daily_counts.visitors + excluded.visitors`.execute(tx)
}

import { sql } from 'kysely'
import type { Db } from './db.ts'
import type { MailingRow } from './letters.table.ts'

const oneDay = 86_400_000

type Slow = Pick<MailingRow, 'id' | 'per_day'>

/** One that was refused never left, and has had its share of that day. */
const takenAt = sql<string | null>`coalesce(dispatched_at, settled_at)`

/** Letters of it that have left, or are in hand: those of whoever is not heard of any more are taken anew. */
function goneOf(db: Db, { id }: Slow, now: Date) {
  return db
    .selectFrom('letters')
    .where('stream', '=', id)
    .where('state', 'not in', ['queued', 'skipped', 'stopped'])
    .where((either) => either.or([either('state', '!=', 'leased'), either('lease_until', '>=', now.toISOString())]))
}

/**
 * Of a mailing that begins slowly: how many leave today in all, and how many of these have not left. As many may as had
 * their share before today, and `per_day` more: 50, 100, 200 and so on, also after a pause, and no node has to remember anything.
 */
export async function shareOfToday(db: Db, mailing: Slow, now: Date): Promise<{ today: number; left: number }> {
  const dayAgo = new Date(now.getTime() - oneDay).toISOString()
  const counted = await goneOf(db, mailing, now)
    .select(({ fn }) => [
      fn.countAll<number>().as('gone'),
      sql<number>`coalesce(sum(case when ${takenAt} <= ${dayAgo} then 1 else 0 end), 0)`.as('before'),
    ])
    .executeTakeFirstOrThrow()
  const before = Number(counted.before)
  const goneToday = counted.gone - before
  const left = Math.max(0, before + (mailing.per_day ?? 0) - goneToday)
  return { today: goneToday + left, left }
}

/** When today's share has left: the moment of the next, a day after the first of those it waits for. */
export async function findNextShare(db: Db, mailing: Slow, now: Date): Promise<string | null> {
  const { gone } = await goneOf(db, mailing, now)
    .select(({ fn }) => fn.countAll<number>().as('gone'))
    .executeTakeFirstOrThrow()
  const first = await goneOf(db, mailing, now)
    .select(takenAt.as('at'))
    .where(takenAt, 'is not', null)
    .orderBy(takenAt)
    .offset(Math.max(0, Math.floor((gone - (mailing.per_day ?? 0)) / 2)))
    .limit(1)
    .executeTakeFirst()
  return first?.at ? new Date(Date.parse(first.at) + oneDay).toISOString() : null
}

import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './db.ts'
import { AppError } from './errors.ts'
import { randomText } from './ids.ts'

/** Further ahead than its window reaches a moment only if the clock was set back; nodes differ by less than this. */
const clockSlack = 60_000

export type Limit = { most: number; seconds: number }

/**
 * Counts one more in a fixed window and tells whether it is still within the limit. One statement, so that thirty
 * requests at the same instant are counted as thirty.
 */
export async function countWithin(db: Db, key: string, { most, seconds }: Limit, now: Date): Promise<boolean> {
  const at = now.toISOString()
  const resets = new Date(now.getTime() + seconds * 1_000).toISOString()
  const farAhead = new Date(now.getTime() + seconds * 1_000 + clockSlack).toISOString()
  const isOver = sql`(rate_counts.resets_at <= ${at} or rate_counts.resets_at > ${farAhead})`
  const row = await db
    .insertInto('rate_counts')
    .values({ key, count: 1, resets_at: resets })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql`case when ${isOver} then 1 else rate_counts.count + 1 end`,
        resets_at: sql`case when ${isOver} then ${resets} else rate_counts.resets_at end`,
      }),
    )
    .returning('count')
    .executeTakeFirstOrThrow()
  return row.count <= most
}

/** Takes one back that turned out not to count. */
export async function uncount(db: Db, key: string): Promise<void> {
  await db
    .updateTable('rate_counts')
    .set({ count: sql`count - 1` })
    .where('key', '=', key)
    .where('count', '>', 0)
    .execute()
}

/** As `countWithin`, but says so to the person who went over. */
export async function insistWithin(db: Db, key: string, limit: Limit, now: Date): Promise<void> {
  if (await countWithin(db, key, limit, now)) return
  // Coarse on purpose: the exact second would tell a script when to come back.
  const minutes = Math.max(1, Math.ceil(limit.seconds / 60))
  throw new AppError('too_many', 'That was a lot in a short time. Please wait a while and try again.', {
    headers: { 'retry-after': String(minutes * 60) },
  })
}

/** Who is asking, as a hash that means nothing the day after tomorrow. */
export async function clientHash(db: Db, address: string, now: Date): Promise<string> {
  return createHmac('sha256', await saltOf(db, now))
    .update(address)
    .digest('base64url')
    .slice(0, 22)
}

async function saltOf(db: Db, now: Date): Promise<string> {
  const day = now.toISOString().slice(0, 10)
  const known = await db.selectFrom('day_salts').select('salt').where('day', '=', day).executeTakeFirst()
  if (known) return known.salt
  const row = { day, salt: randomText(32) }
  await db
    .insertInto('day_salts')
    .values(row)
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute()
  const { salt } = await db.selectFrom('day_salts').select('salt').where('day', '=', day).executeTakeFirstOrThrow()
  return salt
}

const keptSalts = 48 * 3_600_000

/** Forgets counts that no longer count and salts that nobody may use again. */
export async function sweepRateLimits(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_counts').where('resets_at', '<', now.toISOString()).execute()
  const oldest = new Date(now.getTime() - keptSalts).toISOString().slice(0, 10)
  await db.deleteFrom('day_salts').where('day', '<', oldest).execute()
}

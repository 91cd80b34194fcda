import { createHmac } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { addDays, localTime } from '#lib/zone-time.ts'
import type { Db } from '#server/db.ts'
import { randomText } from '#server/ids.ts'

/** A visitor is 64 bits of a hash with the day's salt. Once the salt is gone nobody can tell whose it was. */
export function hashVisitor(salt: string, identity: string): string {
  return createHmac('sha256', salt).update(identity).digest('hex').slice(0, 16)
}

/** The salts of the days it is asked for, today's from memory. */
export function createSalts(db: Db) {
  let known = new Map<string, string>()
  return async function saltsOf(days: Set<string>): Promise<Map<string, string>> {
    const salts = new Map<string, string>()
    for (const day of days) salts.set(day, known.get(day) ?? (await saltOf(db, day)))
    known = salts
    return salts
  }
}

/** All nodes share it: whoever comes first makes it. */
async function saltOf(db: Db, day: string): Promise<string> {
  await db
    .insertInto('visitor_salts')
    .values({ day, salt: randomText(32) })
    .onConflict((conflict) => conflict.column('day').doNothing())
    .execute()
  const row = await db.selectFrom('visitor_salts').select('salt').where('day', '=', day).executeTakeFirstOrThrow()
  return row.salt
}

/** Yesterday's may still be needed by what waits at midnight; older ones go, and everything hashed with them. */
export async function forgetVisitors(db: Db, now: Date): Promise<void> {
  const yesterday = addDays(localTime(now).day, -1)
  for (const table of ['visitor_salts', 'day_visitors'] as const) {
    await db.deleteFrom(table).where('day', '<', yesterday).execute()
  }
}

const keptDays = 30
const atOnce = 5_000

/** Views of more than thirty days ago, a few at a time: whoever reads a page meanwhile does not wait for them. */
export async function forgetViews(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000).toISOString()
  const old = db.selectFrom('views').select('at').where('at', '<', oldest).orderBy('at').limit(1)
  for (let last = await old.executeTakeFirst(); last; last = await old.executeTakeFirst()) {
    const { at } = (await old.offset(atOnce).executeTakeFirst()) ?? { at: oldest }
    // Many views may share a moment: those of the first one always go.
    await db
      .deleteFrom('views')
      .where('at', '<', at > last.at ? at : `${last.at}~`)
      .execute()
    await setImmediate()
  }
}

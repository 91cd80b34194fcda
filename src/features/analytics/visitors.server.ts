import { createHmac } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { addDays, localTime, momentOf } from '#lib/zone-time.ts'
import type { Db } from '#server/db.ts'
import { randomText } from '#server/ids.ts'
import { readFact, writeFact } from '#server/site-facts.ts'

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

const nobodySince = 'visitors-forgotten-until'
const oneHour = 3_600_000

/**
 * Yesterday's salt may still be needed by what waits at midnight; older ones go, and everything hashed with them: whom
 * somebody was counted as, and the mark on her views. A little at a time, so that no reader's page waits for it.
 */
export async function forgetVisitors(db: Db, now: Date): Promise<void> {
  const yesterday = addDays(localTime(now).day, -1)
  await db.deleteFrom('visitor_salts').where('day', '<', yesterday).execute()
  const days = await db.selectFrom('day_visitors').select('day').distinct().where('day', '<', yesterday).execute()
  for (const { day } of days) {
    for (const [first, end] of hashRanges()) {
      const some = db.deleteFrom('day_visitors').where('day', '=', day).where('visitor', '>=', first)
      await (end ? some.where('visitor', '<', end) : some).execute()
    }
  }
  await forgetWhose(db, momentOf(yesterday, 0))
}

/** All hashes, in 256 parts by their first two digits. */
function hashRanges(): [first: string, end: string | null][] {
  const digits = (number: number) => number.toString(16).padStart(2, '0')
  return Array.from({ length: 256 }, (_, number) => [digits(number), number < 255 ? digits(number + 1) : null])
}

/** From where the last round ended, an hour of views at once. */
async function forgetWhose(db: Db, until: Date): Promise<void> {
  const first = await db.selectFrom('views').select('at').orderBy('at').limit(1).executeTakeFirst()
  const known = await readFact(db, nobodySince)
  let from = new Date(known ?? first?.at ?? until)
  while (from < until) {
    const end = new Date(Math.min(from.getTime() + oneHour, until.getTime()))
    await db
      .updateTable('views')
      .set({ visitor: null })
      .where('at', '>=', from.toISOString())
      .where('at', '<', end.toISOString())
      .where('visitor', 'is not', null)
      .execute()
    await setImmediate()
    from = end
  }
  if (first || known) await writeFact(db, nobodySince, from.toISOString())
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

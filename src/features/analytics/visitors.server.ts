import { createHmac } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { addDays, localTime, momentOf } from '#lib/zone-time.ts'
import type { Db } from '#server/db.ts'
import { randomText } from '#server/ids.ts'
import { readFact, writeFact } from '#server/site-facts.ts'

/** A visitor is 64 bits of a hash with the day's salt. Once the salt is gone nobody can tell whose it was. */
export function hashVisitor(salt: string, identity: string): string {
  return createHmac('sha256', salt).update(identity).digest().toString('hex', 0, 8)
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

/**
 * Yesterday's salt may still be needed by what waits at midnight; older ones go, and everything hashed with them: whom
 * somebody was counted as, and the mark on her views. A little at a time, so that no reader's page waits for it.
 */
export async function forgetVisitors(db: Db, now: Date, zone: string): Promise<void> {
  const yesterday = addDays(localTime(now, zone).day, -1)
  await db.deleteFrom('visitor_salts').where('day', '<', yesterday).execute()
  const days = await db.selectFrom('day_visitors').select('day').distinct().where('day', '<', yesterday).execute()
  for (const { day } of days) {
    for (const [first, end] of hashRanges()) {
      const some = db.deleteFrom('day_visitors').where('day', '=', day).where('visitor', '>=', first)
      await (end ? some.where('visitor', '<', end) : some).execute()
    }
  }
  await forgetWhose(db, momentOf(yesterday, 0, zone).toISOString())
}

/** All hashes, in 256 parts by their first two digits. */
function hashRanges(): [first: string, end: string | null][] {
  const digits = (number: number) => number.toString(16).padStart(2, '0')
  return Array.from({ length: 256 }, (_, number) => [digits(number), number < 255 ? digits(number + 1) : null])
}

/** From where the last round ended: a few at a time, and after each it is written down how far this has come. */
async function forgetWhose(db: Db, until: string): Promise<void> {
  const from = (await readFact(db, nobodySince)) ?? ''
  for (let some = await nextViews(db, from, until); some; some = await nextViews(db, some.end, until)) {
    await db
      .updateTable('views')
      .set({ visitor: null })
      .where('at', '>=', some.first)
      .where('at', '<', some.end)
      .where('visitor', 'is not', null)
      .execute()
    await writeFact(db, nobodySince, some.end)
    await setImmediate()
  }
}

const keptDays = 30

/** Views of more than thirty days ago, a few at a time: whoever reads a page meanwhile does not wait for them. */
export async function forgetViews(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000).toISOString()
  for (let some = await nextViews(db, '', oldest); some; some = await nextViews(db, some.end, oldest)) {
    await db.deleteFrom('views').where('at', '<', some.end).execute()
    await setImmediate()
  }
}

const atOnce = 5_000

/** When the next few views of this time begin and end. Many may share a moment: those of the first one are all among them. */
async function nextViews(db: Db, from: string, until: string): Promise<{ first: string; end: string } | null> {
  const views = db
    .selectFrom('views')
    .select('at')
    .where('at', '>=', from)
    .where('at', '<', until)
    .orderBy('at')
    .limit(1)
  const first = await views.executeTakeFirst()
  if (!first) return null
  const next = (await views.offset(atOnce).executeTakeFirst()) ?? { at: until }
  return { first: first.at, end: next.at > first.at ? next.at : `${first.at}~` }
}

import { type SqlBool, sql } from 'kysely'
import type { Db } from './db.ts'
import type { LetterKind } from './letter-kinds.ts'
import type { LetterRow } from './letters.table.ts'
import type { Id, Subject } from './mailings.ts'

export type Counts = Record<LetterRow['state'], number>

const none: Counts = {
  ...{ queued: 0, leased: 0, sending: 0, sent: 0, kept: 0, failed: 0, skipped: 0, stopped: 0, unknown: 0 },
  ...{ bounced: 0, complained: 0 },
}

/** How many of all letters that are kept are in each state. */
export async function countAllLetters(db: Db): Promise<Counts> {
  const rows = await db
    .selectFrom('letters')
    .select((row) => ['state', row.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  return { ...none, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

/** How many mailings are in each state they can have before they are over. */
export async function countMailings(db: Db): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('mailings')
    .select((row) => ['state', row.fn.countAll<number>().as('count')])
    .where('finished_at', 'is', null)
    .groupBy('state')
    .execute()
  const counts = { drawing: 0, sending: 0, paused: 0, standing: 0 }
  return { ...counts, ...Object.fromEntries(rows.map(({ state, count }) => [state, count])) }
}

/** How many of its letters are in each state. */
export async function countLetters(db: Db, id: Id): Promise<Counts> {
  const byState = db
    .selectFrom('letters')
    .select((row) => ['state', row.fn.countAll<number>().as('count')])
    .groupBy('state')
  // Two questions, each answered by an index alone: asked every second while a hundred thousand leave.
  const byItself = await byState.where('stream', '=', id).execute()
  const byHand = await byState.where('mailing_id', '=', id).where(sql<SqlBool>`stream = ''`).execute()
  const counts = { ...none }
  for (const { state, count } of [...byItself, ...byHand]) counts[state] += count
  return counts
}

/** Letters whose mail servers have asked us to come back later, and when the first of them is tried again. */
export async function findPutOff(db: Db, id: Id, now: Date): Promise<{ count: number; next: string | null }> {
  const { count, next } = await db
    .selectFrom('letters')
    .select((row) => [row.fn.countAll<number>().as('count'), row.fn.min('next_at').as('next')])
    .where('stream', '=', id)
    .where('state', '=', 'queued')
    .where('next_at', '>', now.toISOString())
    .executeTakeFirstOrThrow()
  return { count, next }
}

type Page = { states: readonly LetterRow['state'][] | null; after: string; limit: number }

/** Its letters in the order of its readers, a page at a time; all of them, or those in one of these states. */
export function listLettersOf(db: Db, id: Id, { states, after, limit }: Page) {
  const letters = db
    .selectFrom('letters')
    .select(['id', 'to_email', 'state', 'error', 'settled_at'])
    .where('mailing_id', '=', id)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
  return (states ? letters.where('state', 'in', states) : letters).execute()
}

/** The one under way first, then by when each was last at work: an earlier one whose letters were tried again is the last. */
export function mailingsByWork(db: Db, kind: LetterKind) {
  return db
    .selectFrom('mailings')
    .selectAll()
    .where('kind', '=', kind)
    .orderBy(sql`coalesce(finished_at, 'under way')`, 'desc')
    .orderBy('created_at', 'desc')
}

/** When the last letter of one of these left, in the newest of which one did. */
export async function findLastSent(db: Db, { kind, about }: Subject): Promise<string | null> {
  const sent = db.selectFrom('letters').where('state', '=', 'sent')
  for (const { id } of await mailingsByWork(db, kind).where('about', '=', about).execute()) {
    const latest = sent.where('mailing_id', '=', id).select(({ fn }) => fn.max('settled_at').as('last'))
    const { last } = await latest.executeTakeFirstOrThrow()
    if (last) return last
  }
  return null
}

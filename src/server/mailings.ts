import { setImmediate as letOthersIn } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import type { Db } from './db.ts'
import type { Deps } from './deps.ts'
import { AppError } from './errors.ts'
import { newId } from './ids.ts'
import { findKind, type LetterKind } from './letter-kinds.ts'
import type { LetterRow, MailingRow } from './letters.table.ts'
import { haveLetterWaiting, newLetter, onItsWay } from './letters.ts'
import { suppressedAmong } from './suppressions.ts'

type Id = Pick<MailingRow, 'id'>['id']
export type Subject = { kind: LetterKind; about: string }

/** The longest a mailing may be held back before its first letter, in seconds. */
export const longestHold = 60

/** How many letters are written in one statement. */
export const rowsAtOnce = 400

/** Anything else could not be a row's, and a zero byte would make PostgreSQL stumble. */
export const isId = (text: string) => /^[0-9a-f-]{36}$/.test(text)

export async function findMailing(db: Db, id: Id): Promise<MailingRow | undefined> {
  if (!isId(id)) return undefined
  return db.selectFrom('mailings').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function getMailing(db: Db, id: Id): Promise<MailingRow> {
  const row = await findMailing(db, id)
  if (!row) throw new AppError('not_found', 'There is no such campaign.')
  return row
}

type Start = Subject & {
  emails: readonly string[]
  holdSeconds: number
  perDay?: number | null
  recordStart: (tx: Db, id: Id) => Promise<void>
}

/**
 * The list is drawn up a few at a time, so that everybody else gets to the database in between, and nothing of it leaves
 * until all of it is there: from then on a crash costs nobody her letter, before it nothing was begun. Each letter is
 * written when it leaves. Without a mail server all are kept in the outbox, and nothing pretends to be sent.
 */
export async function startMailing(deps: Deps, start: Start): Promise<Id> {
  const { db, now } = deps
  const { kind, about, emails, holdSeconds, perDay = null, recordStart } = start
  const at = now()
  const id = newId(at)
  const isOnly = await db
    .insertInto('mailings')
    .values({ ...drawing(at), id, kind, about, per_day: perDay })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!isOnly) throw underWay(deps, kind)
  try {
    // Asked again now that nobody else draws up the same: a first press may have been through a moment ago.
    const served = await haveLetterWaiting(db, kind, about)
    const wanted = emails.filter((email) => !served.has(email))
    if (wanted.length === 0) throw underWay(deps, kind)
    await drawUp(deps, { id, kind, about }, wanted, at)
    await db.transaction().execute(async (tx) => {
      await recordStart(tx, id)
      const starts = new Date(now().getTime() + holdSeconds * 1_000).toISOString()
      const over = { state: 'done', finished_at: now().toISOString() } as const
      const begun = { state: 'sending', starts_at: starts, ...(deps.mailer ? {} : over) } as const
      if (!(await change(tx, id, ['drawing'], begun))) throw underWay(deps, kind)
    })
    deps.log.info('mailing begun', { mailing: id, kind, letters: wanted.length })
  } catch (error) {
    await takeAway(db, id)
    throw error
  }
  // → post-office.ts carries the letters.
  deps.wakeWorker()
  return id
}

function drawing(at: Date) {
  const moment = at.toISOString()
  return { state: 'drawing', trouble: null, starts_at: moment, created_at: moment, finished_at: null } as const
}

async function drawUp(deps: Deps, { id, kind, about }: Subject & { id: Id }, emails: readonly string[], at: Date) {
  const { db, letterKinds, mailer, now } = deps
  // Ids of one moment are in no order of their own; listed by them, letters keep the order of the readers.
  const ids = emails.map(() => newId(at)).sort()
  const place = mailer ? ({ state: 'queued', stream: id } as const) : ({ state: 'kept' } as const)
  for (let from = 0; from < emails.length; from += rowsAtOnce) {
    const rows = emails.slice(from, from + rowsAtOnce).map((to_email, index) => {
      return newLetter({ id: ids[from + index] ?? newId(at), kind, about, to_email, mailing_id: id, ...place }, at)
    })
    await db.transaction().execute(async (tx) => {
      // Whoever held us for dead has taken it away, and draws it up anew.
      if (!(await change(tx, id, ['drawing'], { starts_at: now().toISOString() }))) throw underWay(deps, kind)
      await tx.insertInto('letters').values(rows).execute()
      // She may read a kept one in her outbox and send it herself: what it brings must be there.
      const letters = rows.map((row) => ({ id: row.id, email: row.to_email, about, mailingId: id }))
      if (!mailer) await letterKinds[kind].whenItLeaves?.prepare(tx, deps, letters)
    })
    await letOthersIn()
  }
}

/** Whether a letter of the mailing this column names has really left. */
export function hasLeftAnybody(column: string) {
  return sql<SqlBool>`exists (
    select 1 from ${sql.table('letters')} as l where l.mailing_id = ${sql.ref(column)}
      and l.state in ('sent', 'unknown', 'bounced', 'complained')
  )`
}

/** Whom this mailing has a letter for, as part of a question about people. */
export function addressesOf(db: Db, id: Id) {
  return db.selectFrom('letters').select('to_email').where('mailing_id', '=', id)
}

/** As if it had never been begun. */
async function takeAway(db: Db, id: Id): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const gone = await tx.deleteFrom('mailings').where('id', '=', id).where('state', '=', 'drawing').executeTakeFirst()
    if (gone.numDeletedRows > 0n) await tx.deleteFrom('letters').where('mailing_id', '=', id).execute()
  })
}

/** Longer than a few rows take, wherever and however busy. */
const longestSilence = 60_000

/** One that was cut short was never begun, and nobody was told that it was. `isAlone`: nobody else can be at it. */
export async function takeAwayHalfDrawn(db: Db, now: Date, isAlone = false): Promise<void> {
  const oldest = new Date(now.getTime() - (isAlone ? 0 : longestSilence)).toISOString()
  const half = db.selectFrom('mailings').select('id').where('state', '=', 'drawing')
  for (const { id } of await half.where('starts_at', '<=', oldest).execute()) await takeAway(db, id)
}

export function underWay({ letterKinds }: Pick<Deps, 'letterKinds'>, kind: string): AppError {
  const noun = findKind(letterKinds, kind)?.whenItLeaves?.noun ?? 'letter'
  return new AppError('conflict', `This ${noun} is being sent right now. Wait until that is done, or stop it first.`)
}

/** What letters of this kind are about that are on their way, or go by themselves, as part of a question. */
export function subjectsBeingSent(db: Db, kind: LetterKind) {
  return db.selectFrom('mailings').select('about').where('kind', '=', kind).where('finished_at', 'is', null)
}

/** Whether letters about this are on their way. */
export async function isBeingSent(db: Db, { kind, about }: Subject): Promise<boolean> {
  const mailing = await subjectsBeingSent(db, kind).where('about', '=', about).executeTakeFirst()
  return mailing !== undefined
}

/** Those whose hold is over. Further ahead than the longest hold it can only be after the clock was set back. */
export function findDueMailings(db: Db, now: Date): Promise<MailingRow[]> {
  const farAhead = new Date(now.getTime() + (longestHold + 60) * 1_000).toISOString()
  return db
    .selectFrom('mailings')
    .selectAll()
    .where('state', '=', 'sending')
    .where((or) => or.or([or('starts_at', '<=', now.toISOString()), or('starts_at', '>', farAhead)]))
    .orderBy('created_at')
    .execute()
}

export async function setTrouble(db: Db, id: Id, trouble: string | null): Promise<void> {
  await db.updateTable('mailings').set({ trouble }).where('id', '=', id).where('state', '=', 'sending').execute()
}

/** Answers whether it was going. */
export async function pauseMailing({ db, log }: Pick<Deps, 'db' | 'log'>, id: Id, trouble: string): Promise<boolean> {
  if (!(await change(db, id, ['sending'], { state: 'paused', trouble }))) return false
  log.info('mailing paused', { mailing: id, why: trouble })
  return true
}

async function change(db: Db, id: Id, from: MailingRow['state'][], to: Partial<MailingRow>): Promise<boolean> {
  const changed = await db
    .updateTable('mailings')
    .set(to)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  return changed.numUpdatedRows > 0n
}

/** She may have mended the mail server meanwhile: what was put off is tried now, and has a whole day again. */
export async function resumeMailing({ db, log, now }: Pick<Deps, 'db' | 'log' | 'now'>, id: Id): Promise<boolean> {
  const at = now().toISOString()
  if (!(await change(db, id, ['paused'], { state: 'sending', trouble: null, starts_at: at }))) return false
  await db
    .updateTable('letters')
    .set({ next_at: at })
    .where('stream', '=', id)
    .where('state', '=', 'queued')
    .where('next_at', '>', at)
    .execute()
  log.info('mailing goes on', { mailing: id })
  return true
}

/** What has not left yet never will. */
export async function stopMailing({ db, log, now }: Pick<Deps, 'db' | 'log' | 'now'>, id: Id): Promise<boolean> {
  const at = now()
  if (!(await change(db, id, ['sending', 'paused'], { state: 'stopped', finished_at: at.toISOString() }))) return false
  await layDown(db, id, at)
  log.info('mailing stopped', { mailing: id, ...(await countedStates(db, id)) })
  return true
}

/** What of it lies in the outbox leaves it, and goes to nobody. Answers whether there was any. */
export async function takeBackKept({ db, now }: Pick<Deps, 'db' | 'now'>, id: Id): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('letters')
    .set({ state: 'stopped', settled_at: now().toISOString() })
    .where('mailing_id', '=', id)
    .where('state', '=', 'kept')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

const laidDownAtOnce = 2_000

/** The gate is closed to them already. A few at a time: a hundred thousand at once would hold everybody up. */
async function layDown(db: Db, id: Id, now: Date): Promise<void> {
  for (;;) {
    const { numUpdatedRows } = await db
      .updateTable('letters')
      .set({ state: 'stopped', error: null, lease_until: null, settled_at: now.toISOString() })
      // Asked again of the row itself: on PostgreSQL one may pass the gate between the two questions.
      .where('state', 'in', ['queued', 'leased'])
      .where('id', 'in', (some) =>
        some
          .selectFrom('letters')
          .select('id')
          .where('stream', '=', id)
          .where('state', 'in', ['queued', 'leased'])
          .limit(laidDownAtOnce),
      )
      .executeTakeFirst()
    if (numUpdatedRows < BigInt(laidDownAtOnce)) return
    await letOthersIn()
  }
}

/** A stop that was cut short leaves letters behind that say they wait. */
export async function layDownStopped({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  const stopped = await db.selectFrom('mailings').select('id').where('state', '=', 'stopped').execute()
  for (const { id } of stopped) await layDown(db, id, now())
}

/**
 * Whoever ends a mailing or puts letters back into it holds its row first, and looks only then: otherwise one could end
 * it over a letter the other is just putting back. On SQLite there is one transaction at a time anyway.
 */
export async function lockMailing(tx: Db, { engine }: Pick<Deps, 'engine'>, id: Id): Promise<void> {
  if (engine === 'postgres') await tx.selectFrom('mailings').select('id').where('id', '=', id).forUpdate().execute()
}

/** Nothing is on its way any more and nothing waits: it is done. */
export async function finishMailing(deps: Pick<Deps, 'db' | 'engine' | 'log' | 'now'>, id: Id): Promise<void> {
  const { db, log, now } = deps
  const isOver = await db.transaction().execute(async (tx) => {
    await lockMailing(tx, deps, id)
    const waiting = await tx
      .selectFrom('letters')
      .select('id')
      .where('stream', '=', id)
      .where('state', 'in', onItsWay)
      .limit(1)
      .executeTakeFirst()
    if (waiting) return false
    return change(tx, id, ['sending'], { state: 'done', trouble: null, finished_at: now().toISOString() })
  })
  if (isOver) log.info('mailing done', { mailing: id, ...(await countedStates(db, id)) })
}

/** For the log: of states that no letter is in, nothing. */
async function countedStates(db: Db, id: Id): Promise<Partial<Counts>> {
  return Object.fromEntries(Object.entries(await countLetters(db, id)).filter(([, count]) => count > 0))
}

/**
 * Tries the failed ones once more. The uncertain ones are not among them: they may have arrived. Nor are those who get
 * nothing any more: why they failed stays written.
 */
export async function retryFailed(deps: Deps, id: Id): Promise<void> {
  await reopen(deps, id, async (tx) => {
    const rows = await tx
      .selectFrom('letters')
      .select(['id', 'to_email'])
      .where('mailing_id', '=', id)
      .where('state', '=', 'failed')
      .execute()
    const gone = await suppressedAmong(
      tx,
      deps.keyFor,
      rows.map(({ to_email }) => to_email),
    )
    const wanted = rows.filter(({ to_email }) => !gone.has(to_email)).map(({ id }) => id)
    if (rows.length > 0 && wanted.length === 0) throw nobodyToRetry()
    for (let from = 0; from < wanted.length; from += rowsAtOnce)
      await requeue(tx, deps, id, 'failed', wanted.slice(from, from + rowsAtOnce))
  })
  deps.wakeWorker()
}

function nobodyToRetry(): AppError {
  return new AppError('conflict', 'There is nobody to try again: these mailboxes are gone, or their readers have left.')
}

async function requeue(tx: Db, { now }: Deps, mailingId: Id, from: LetterRow['state'], ids: readonly string[]) {
  const { state } = await getMailing(tx, mailingId)
  const again = {
    state: 'queued',
    error: null,
    attempts: 0,
    next_at: now().toISOString(),
    // Those of a standing one leave each by itself.
    stream: state === 'standing' ? '' : mailingId,
    queued_at: null,
    dispatched_at: null,
    settled_at: null,
  } as const
  await tx.updateTable('letters').set(again).where('id', 'in', ids).where('state', '=', from).execute()
}

/** An uncertain letter of a mailing: the owner alone decides whether it counts as sent or goes out once more. */
export async function decide(deps: Deps, letterId: string, decision: 'again' | 'sent'): Promise<void> {
  const uncertain = deps.db.selectFrom('letters').select('mailing_id').where('state', '=', 'unknown')
  const mailingId = isId(letterId) && (await uncertain.where('id', '=', letterId).executeTakeFirst())?.mailing_id
  if (!mailingId) throw new AppError('conflict', 'There is nothing to decide about this letter any more.')
  if (decision === 'sent') return void (await countAsSent(deps, letterId))
  await reopen(deps, mailingId, (tx) => requeue(tx, deps, mailingId, 'unknown', [letterId]))
  deps.wakeWorker()
}

/** Nobody can know whether it arrived; the author says it did. Answers whether there was anything to decide. */
export async function countAsSent({ db, now }: Pick<Deps, 'db' | 'now'>, letterId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('letters')
    .set({ state: 'sent', error: 'counted as sent by hand', settled_at: now().toISOString() })
    .where('id', '=', letterId)
    .where('state', '=', 'unknown')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** For what goes out after all once a mailing is over. One that is paused goes on when she says so, with this in it. */
async function reopen(deps: Deps, id: Id, putBack: (tx: Db) => Promise<unknown>): Promise<void> {
  try {
    await deps.db.transaction().execute(async (tx) => {
      await lockMailing(tx, deps, id)
      const mailing = await getMailing(tx, id)
      await insistOnWhole(tx, deps, mailing as Subject)
      if (mailing.finished_at) await setGoing(tx, deps, mailing)
      await putBack(tx)
    })
  } catch (error) {
    // Two at once: the database lets one through.
    if (isTaken(error)) throw underWay(deps, (await getMailing(deps.db, id)).kind)
    throw error
  }
}

/** What a letter brings or shows may have gone since the others left. */
export async function insistOnWhole(tx: Db, deps: Deps, { kind, about }: Pick<LetterRow, 'kind' | 'about'>) {
  const why = await findKind(deps.letterKinds, kind)?.whenItLeaves?.whyItStays?.(tx, deps, about ?? '')
  if (why) throw new AppError('conflict', why)
}

/** PostgreSQL's unique_violation; on SQLite one transaction waits for the other and sees what it did. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

async function setGoing(tx: Db, deps: Deps, { id, kind, about, state }: MailingRow) {
  const { now } = deps
  if (await isBeingSent(tx, { kind: kind as LetterKind, about })) throw underWay(deps, kind)
  // She stopped these for good: trying others again must not send them, also where the stop was cut short.
  if (state === 'stopped') await layDown(tx, id, now())
  const going = { state: 'sending', trouble: null, starts_at: now().toISOString(), finished_at: null } as const
  await tx.updateTable('mailings').set(going).where('id', '=', id).execute()
}

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

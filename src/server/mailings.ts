import { setImmediate as letOthersIn } from 'node:timers/promises'
import type { Db } from './db.ts'
import type { Deps } from './deps.ts'
import { AppError } from './errors.ts'
import { findKind, type LetterKind } from './letter-kinds.ts'
import type { LetterRow, MailingRow } from './letters.table.ts'
import { failedWithoutAnother, onItsWay } from './letters.ts'
import { type Counts, countLetters } from './mailing-counts.ts'
import { suppressedAmong } from './suppressions.ts'

export type Id = MailingRow['id']
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

/** Whom this mailing has a letter for, as part of a question about people. */
export function addressesOf(db: Db, id: Id) {
  return db.selectFrom('letters').select('to_email').where('mailing_id', '=', id)
}

export function underWay({ letterKinds }: Pick<Deps, 'letterKinds'>, kind: string): AppError {
  const noun = findKind(letterKinds, kind)?.whenItLeaves?.noun ?? 'letter'
  return new AppError('conflict', `This ${noun} is being sent right now. Wait until that is done, or stop it first.`)
}

/** What letters of this kind are about that are on their way, or go by themselves, as part of a question. */
export function subjectsBeingSent(db: Db, kind: LetterKind) {
  return db.selectFrom('mailings').select('about').where('kind', '=', kind).where('finished_at', 'is', null)
}

/** Everything that was ever sent about this. */
export async function listMailingsOf(db: Db, { kind, about }: Subject): Promise<Id[]> {
  const found = db.selectFrom('mailings').select('id').where('kind', '=', kind).where('about', '=', about)
  return (await found.execute()).map(({ id }) => id)
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
  if (!(await changeMailing(db, id, ['sending'], { state: 'paused', trouble }))) return false
  log.info('mailing paused', { mailing: id, why: trouble })
  return true
}

export async function changeMailing(
  db: Db,
  id: Id,
  from: MailingRow['state'][],
  to: Partial<MailingRow>,
): Promise<boolean> {
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
  if (!(await changeMailing(db, id, ['paused'], { state: 'sending', trouble: null, starts_at: at }))) return false
  await db
    .updateTable('letters')
    .set({ next_at: at, trying_since: null })
    .where('stream', '=', id)
    .where('state', '=', 'queued')
    .where('attempts', '>', 0)
    .execute()
  log.info('mailing goes on', { mailing: id })
  return true
}

/** What has not left yet never will. */
export async function stopMailing({ db, log, now }: Pick<Deps, 'db' | 'log' | 'now'>, id: Id): Promise<boolean> {
  const at = now()
  if (!(await changeMailing(db, id, ['sending', 'paused'], { state: 'stopped', finished_at: at.toISOString() })))
    return false
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
    return changeMailing(tx, id, ['sending'], { state: 'done', trouble: null, finished_at: now().toISOString() })
  })
  if (isOver) log.info('mailing done', { mailing: id, ...(await countedStates(db, id)) })
}

/** For the log: of states that no letter is in, nothing. */
async function countedStates(db: Db, id: Id): Promise<Partial<Counts>> {
  return Object.fromEntries(Object.entries(await countLetters(db, id)).filter(([, count]) => count > 0))
}

/**
 * Tries the failed ones once more. The uncertain ones are not among them: they may have arrived. Nor are those who have got
 * another since, or get nothing any more: why they failed stays written.
 */
export async function retryFailed(deps: Deps, id: Id): Promise<void> {
  await reopen(deps, id, async (tx) => {
    const rows = await failedWithoutAnother(tx, id).execute()
    const gone = await suppressedAmong(
      tx,
      deps.keyFor,
      rows.map(({ to_email }) => to_email),
    )
    const wanted = rows.filter(({ to_email }) => !gone.has(to_email)).map(({ id }) => id)
    if (wanted.length === 0 && (await countLetters(tx, id)).failed > 0) throw nobodyToRetry()
    for (let from = 0; from < wanted.length; from += rowsAtOnce)
      await requeue(tx, deps, id, 'failed', wanted.slice(from, from + rowsAtOnce))
  })
  deps.wakeWorker()
}

function nobodyToRetry(): AppError {
  return new AppError(
    'conflict',
    'There is nobody to try again: these mailboxes are gone, their readers have left, or have another letter by now.',
  )
}

async function requeue(tx: Db, { now }: Deps, mailingId: Id, from: LetterRow['state'], ids: readonly string[]) {
  const { state } = await getMailing(tx, mailingId)
  const at = now().toISOString()
  // Those of a standing one leave each by itself, and whatever does is given up after a day: this one begins now.
  const way = state === 'standing' ? { stream: '', trying_since: at } : { stream: mailingId, trying_since: null }
  const again = {
    ...way,
    state: 'queued',
    error: null,
    attempts: 0,
    next_at: at,
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
export async function whyItStays(tx: Db, deps: Deps, { kind, about }: Pick<LetterRow, 'kind' | 'about'>) {
  return (await findKind(deps.letterKinds, kind)?.whenItLeaves?.whyItStays?.(tx, deps, about ?? '')) ?? null
}

export async function insistOnWhole(tx: Db, deps: Deps, letter: Pick<LetterRow, 'kind' | 'about'>) {
  const why = await whyItStays(tx, deps, letter)
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

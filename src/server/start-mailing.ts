import { setImmediate as letOthersIn } from 'node:timers/promises'
import type { Db } from './db.ts'
import type { Deps } from './deps.ts'
import { newId } from './ids.ts'
import { haveLetterWaiting, newLetter } from './letters.ts'
import { changeMailing, type Id, rowsAtOnce, type Subject, underWay } from './mailings.ts'

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
  // One answer for all of it: the settings may name a mail server, or none, while the list is drawn up.
  const { db, mailer, now } = deps
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
    await drawUp({ ...deps, mailer }, { id, kind, about }, wanted, at)
    await db.transaction().execute(async (tx) => {
      await recordStart(tx, id)
      const starts = new Date(now().getTime() + holdSeconds * 1_000).toISOString()
      const over = { state: 'done', finished_at: now().toISOString() } as const
      const begun = { state: 'sending', starts_at: starts, ...(mailer ? {} : over) } as const
      if (!(await changeMailing(tx, id, ['drawing'], begun))) throw underWay(deps, kind)
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
      if (!(await changeMailing(tx, id, ['drawing'], { starts_at: now().toISOString() }))) throw underWay(deps, kind)
      await tx.insertInto('letters').values(rows).execute()
      // She may read a kept one in her outbox and send it herself: what it brings must be there.
      const letters = rows.map((row) => ({ id: row.id, email: row.to_email, about, mailingId: id }))
      if (!mailer) await letterKinds[kind].whenItLeaves?.prepare(tx, deps, letters)
    })
    await letOthersIn()
  }
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

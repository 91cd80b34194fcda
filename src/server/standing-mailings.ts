import type { Db } from './db.ts'
import type { Deps } from './deps.ts'
import { newId } from './ids.ts'
import type { MailingRow } from './letters.table.ts'
import { newLetter, onItsWay } from './letters.ts'
import { getMailing, lockMailing, rowsAtOnce, type Subject, underWay } from './mailings.ts'

type Id = MailingRow['id']

/** One that letters are put into for as long as it stands; each address gets one, however often it is tried. */
export async function openStanding(tx: Db, deps: Deps, { kind, about }: Subject): Promise<Id> {
  const at = deps.now()
  const moment = at.toISOString()
  const begun = { state: 'standing', starts_at: moment, created_at: moment } as const
  const opened = await tx
    .insertInto('mailings')
    .values({ id: newId(at), kind, about, ...begun, trouble: null, finished_at: null, per_day: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!opened) throw underWay(deps, kind)
  return opened.id
}

/** No more is put into it, and what waits does not leave. */
export async function closeStanding(tx: Db, { now }: Pick<Deps, 'now'>, id: Id): Promise<void> {
  const at = now().toISOString()
  await tx
    .updateTable('mailings')
    .set({ state: 'done', finished_at: at })
    .where('id', '=', id)
    .where('state', '=', 'standing')
    .execute()
  await tx
    .updateTable('letters')
    .set({ state: 'stopped', lease_until: null, settled_at: at })
    .where('mailing_id', '=', id)
    .where('state', 'in', ['queued', 'leased', 'kept'])
    .execute()
}

/** All of them are over, and what was kept of them goes to nobody; whoever wants one opens another. */
export async function closeAllStanding(db: Db, now: Date): Promise<void> {
  const standing = db.selectFrom('mailings').select('id').where('state', '=', 'standing')
  await db
    .updateTable('letters')
    .set({ state: 'stopped', settled_at: now.toISOString() })
    .where('mailing_id', 'in', standing)
    .where('state', '=', 'kept')
    .execute()
  await db
    .updateTable('mailings')
    .set((row) => ({ state: 'done', finished_at: row.ref('created_at') }))
    .where('state', '=', 'standing')
    .execute()
}

/** In the caller's transaction. Whoever has one of this mailing already gets no second. */
export async function putInto(
  tx: Db,
  deps: Deps,
  mailing: Subject & { id: Id },
  emails: readonly string[],
): Promise<void> {
  const { id, kind, about } = mailing
  const at = deps.now()
  await lockMailing(tx, deps, id)
  // Closed a moment ago: whoever was to get it next does not.
  if ((await getMailing(tx, id)).state !== 'standing') return
  const state = deps.mailer ? ('queued' as const) : ('kept' as const)
  for (let from = 0; from < emails.length; from += rowsAtOnce) {
    const rows = emails
      .slice(from, from + rowsAtOnce)
      .map((to_email) => newLetter({ id: newId(at), kind, about, to_email, mailing_id: id, state }, at))
    const added = await tx
      .insertInto('letters')
      .values(rows)
      .onConflict((conflict) => conflict.columns(['mailing_id', 'to_email']).doNothing())
      .returning(['id', 'to_email'])
      .execute()
    const letters = added.map((row) => ({ id: row.id, email: row.to_email, about, mailingId: id }))
    if (!deps.mailer && letters.length > 0) await deps.letterKinds[kind].whenItLeaves?.prepare(tx, deps, letters)
  }
}

/** Whom it has written to since that moment, or is about to, as part of a question about people. */
export function writtenToSince(db: Db, id: Id, since: Date) {
  return db
    .selectFrom('letters')
    .select('to_email')
    .where('mailing_id', '=', id)
    .where((row) =>
      row.or([
        row('state', 'in', onItsWay),
        row(row.fn.coalesce('settled_at', 'created_at'), '>', since.toISOString()),
      ]),
    )
}

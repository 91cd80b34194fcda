import { sql } from 'kysely'
import { oneLine } from '#lib/email.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Inbox, Message, MessageState, MessageSummary } from './contract.ts'
import { writeNotice } from './service.server.ts'
import type { ContactMessageRow } from './tables.server.ts'

const atOnce = 100
const longestPreview = 160

/** What the author has not thrown away. Ids are made of the time, so they are the order and the cursor in one. */
function keptMessages(db: Db) {
  return db.selectFrom('contact_messages').where('deleted_at', 'is', null)
}

export async function listMessages({ db }: Deps, cursor: string | null): Promise<Inbox> {
  const summaries = keptMessages(db)
    .select(['id', 'name', 'email', 'state', 'created_at'])
    // Enough for a preview, whatever it begins with; a list of a hundred must not carry a hundred letters.
    .select(sql<string>`substr(message, 1, 400)`.as('message'))
    .orderBy('id', 'desc')
  const inbox = summaries.where('state', '!=', 'held')
  const page = await (cursor ? inbox.where('id', '<', cursor) : inbox).limit(atOnce + 1).execute()
  const held = await summaries.where('state', '=', 'held').limit(atOnce).execute()
  const shown = page.slice(0, atOnce)
  return {
    messages: shown.map(toSummary),
    held: held.map(toSummary),
    ...(await countMessages(db)),
    next: page.length > atOnce ? (shown.at(-1)?.id ?? null) : null,
  }
}

async function countMessages(db: Db) {
  const counts = await keptMessages(db)
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const of = (state: MessageState) => counts.find((row) => row.state === state)?.count ?? 0
  return { unread: of('new'), total: of('new') + of('read'), heldTotal: of('held') }
}

export async function getMessage({ db }: Deps, id: string): Promise<Message> {
  const row = await keptMessages(db).selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw notThere()
  return toMessage(row)
}

/** Read, or new again. A held message comes into the inbox by it, and only then is the author written to about it. */
export async function changeMessage(deps: Deps, id: string, state: 'new' | 'read'): Promise<Message> {
  const row = await deps.db.transaction().execute(async (tx) => {
    const released = await tx
      .updateTable('contact_messages')
      .set({ state })
      .where('id', '=', id)
      .where('deleted_at', 'is', null)
      .where('state', '=', 'held')
      .returningAll()
      .executeTakeFirst()
    if (released) await writeNotice(tx, deps, released)
    return (
      released ??
      (await tx
        .updateTable('contact_messages')
        .set({ state })
        .where('id', '=', id)
        .where('deleted_at', 'is', null)
        .returningAll()
        .executeTakeFirst())
    )
  })
  if (!row) throw notThere()
  deps.wakeWorker()
  return toMessage(row)
}

/** Thrown away, which can be taken back for a while. */
export async function deleteMessage(deps: Deps, id: string): Promise<void> {
  await setDeleted(deps.db, id, deps.now().toISOString())
}

export async function restoreMessage(deps: Deps, id: string): Promise<Message> {
  await setDeleted(deps.db, id, null)
  return getMessage(deps, id)
}

async function setDeleted(db: Db, id: string, at: string | null) {
  const changed = await db
    .updateTable('contact_messages')
    .set({ deleted_at: at })
    .where('id', '=', id)
    .where('deleted_at', at ? 'is' : 'is not', null)
    .executeTakeFirst()
  // Doing it twice is doing it once, as long as there is something to do it to.
  if (changed.numUpdatedRows > 0n) return
  const row = await db.selectFrom('contact_messages').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw notThere()
}

const keptDays = 1

/** What was thrown away yesterday is gone today. */
export async function forgetDeletedMessages(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000).toISOString()
  await db.deleteFrom('contact_messages').where('deleted_at', '<', oldest).execute()
}

function notThere(): AppError {
  return new AppError('not_found', 'That message is not here, or not any more.')
}

type SummaryRow = Pick<ContactMessageRow, 'id' | 'name' | 'email' | 'message' | 'state' | 'created_at'>

function toSummary({ id, name, email, message, state, created_at }: SummaryRow): MessageSummary {
  return {
    id,
    name: oneLine(name, 100),
    email,
    preview: oneLine(message, longestPreview),
    state,
    createdAt: created_at,
  }
}

function toMessage({ id, name, email, message, state, created_at }: SummaryRow): Message {
  return { id, name: oneLine(name, 100), email, message, state, createdAt: created_at }
}

import { setImmediate as letOthersIn } from 'node:timers/promises'
import { noteLeft } from '#features/campaigns/service.server.ts'
import { reopenLinksOf } from '#features/downloads/service.server.ts'
import { findLetterKind } from '#lib/letter-kinds.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { enqueueAll } from '#server/jobs.ts'
import type { LetterRow } from '#server/letters.table.ts'
import type { Letter, LetterSummary, Outbox, UnderWay } from './contract.ts'
import { type LetterState, letterStates, oldAfterDays } from './states.ts'

const atOnce = 50
const mostNamed = 100

const summaryColumns = ['id', 'kind', 'to_email', 'subject', 'state', 'error', 'created_at', 'settled_at'] as const
type SummaryRow = Pick<LetterRow, (typeof summaryColumns)[number]>

export async function listLetters(deps: Deps, state: LetterState | null, cursor: string | null): Promise<Outbox> {
  const { db, env, site } = deps
  let found = db.selectFrom('letters').select(summaryColumns).orderBy('id', 'desc')
  if (state) found = found.where('state', '=', state)
  if (cursor) found = found.where('id', '<', cursor)
  const rows = await found.limit(atOnce + 1).execute()
  const shown = rows.slice(0, atOnce)
  return {
    letters: shown.map(toSummary),
    counts: await countByState(db),
    mail: {
      isConnected: deps.mailer !== null,
      host: env.smtpUrl && new URL(env.smtpUrl).hostname,
      from: site().sender,
    },
    kept: await describeKept(deps),
    underWay: await describeUnderWay(db),
    next: rows.length > atOnce ? (shown.at(-1)?.id ?? null) : null,
  }
}

async function countByState(db: Db): Promise<Record<LetterState, number>> {
  const rows = await db
    .selectFrom('letters')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute()
  const counts = letterStates.map((state) => [state, rows.find((row) => row.state === state)?.count ?? 0])
  return Object.fromEntries(counts)
}

/** What sending all of them would mean: how many, how old, and which of them somebody may wonder about. */
async function describeKept({ db, now }: Deps): Promise<Outbox['kept']> {
  const kept = db.selectFrom('letters').where('state', '=', 'kept')
  const old = kept.where('created_at', '<', oldBefore(now()))
  const { count, oldest } = await kept
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('created_at').as('oldest')])
    .executeTakeFirstOrThrow()
  const { oldCount } = await old.select(({ fn }) => fn.countAll<number>().as('oldCount')).executeTakeFirstOrThrow()
  const named = await old.select(summaryColumns).orderBy('created_at').orderBy('id').limit(mostNamed).execute()
  return { count, oldestAt: oldest, oldCount, old: named.map(toSummary) }
}

const waiting = ['queued', 'sending'] as const

/** Letters put on their way together bear the same time: the oldest of those that still wait, or else the newest of all. */
async function describeUnderWay(db: Db): Promise<UnderWay | null> {
  const again = db.selectFrom('letters').where('queued_at', 'is not', null)
  const { first, trouble } = await again
    .where('state', 'in', waiting)
    .select(({ fn }) => [fn.min('queued_at').as('first'), fn.max('error').as('trouble')])
    .executeTakeFirstOrThrow()
  const { last } = await again.select(({ fn }) => fn.max('queued_at').as('last')).executeTakeFirstOrThrow()
  const since = first ?? last
  if (!since) return null
  const rows = await again
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .where('queued_at', '>=', since)
    .groupBy('state')
    .execute()
  const count = (states: readonly LetterState[]) =>
    rows.filter(({ state }) => states.includes(state)).reduce((sum, row) => sum + row.count, 0)
  return { total: count(letterStates), waiting: count(waiting), sent: count(['sent']), trouble }
}

function oldBefore(now: Date): string {
  return new Date(now.getTime() - oldAfterDays * 86_400_000).toISOString()
}

export async function getLetter(deps: Deps, id: string): Promise<Letter> {
  const row = await getRow(deps.db, id)
  return { ...toSummary(row), replyTo: row.reply_to_email, text: row.text, isConnected: deps.mailer !== null }
}

export async function getLetterHtml({ db }: Deps, id: string): Promise<string> {
  return (await getRow(db, id)).html
}

async function getRow(db: Db, id: string): Promise<LetterRow> {
  const row = await db.selectFrom('letters').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found', 'That letter is not here, or not any more.')
  return row
}

const sendable = ['kept', 'unknown', 'failed'] as const

/** Puts a letter on its way: one that was kept, one that was given up, or one of which nobody knows. */
export async function sendLetter(deps: Deps, id: string): Promise<Letter> {
  insistOnMailer(deps)
  await getRow(deps.db, id)
  const queued = await deps.db.transaction().execute((tx) => queue(tx, deps, [id], deps.now()))
  if (queued === 0) throw new AppError('conflict', 'This letter is on its way already, or has arrived.')
  deps.wakeWorker()
  return getLetter(deps, id)
}

const queuedAtOnce = 100

export async function sendKept(deps: Deps, which: 'all' | 'recent'): Promise<{ message: string; queued: number }> {
  insistOnMailer(deps)
  // Together, though a few at a time: readers are served in between.
  const at = deps.now()
  const kept = deps.db.selectFrom('letters').select('id').where('state', '=', 'kept').orderBy('id')
  const rows = await (which === 'all' ? kept : kept.where('created_at', '>=', oldBefore(at))).execute()
  let queued = 0
  for (let from = 0; from < rows.length; from += queuedAtOnce) {
    const some = rows.slice(from, from + queuedAtOnce).map(({ id }) => id)
    queued += await deps.db.transaction().execute((tx) => queue(tx, deps, some, at))
    deps.wakeWorker()
    await letOthersIn()
  }
  return { message: queued === 1 ? 'One letter is on its way.' : `${queued} letters are on their way.`, queued }
}

function insistOnMailer({ mailer }: Deps) {
  if (!mailer) throw new AppError('conflict', 'No mail server is connected, so nothing can be sent.')
}

/** How many of them; one that somebody else has put on its way is left alone. */
async function queue(tx: Db, deps: Deps, ids: readonly string[], at: Date): Promise<number> {
  const rows = await tx
    .updateTable('letters')
    .set({ state: 'queued', error: null, queued_at: at.toISOString(), dispatched_at: null, settled_at: null })
    .where('id', 'in', ids)
    .where('state', 'in', sendable)
    .returningAll()
    .execute()
  for (const row of rows) {
    const moved = withOurLinks(row, deps.env.siteUrl)
    if (moved) await tx.updateTable('letters').set(moved).where('id', '=', row.id).execute()
  }
  const books = rows.filter(({ kind }) => findLetterKind(kind)?.bringsBook)
  await reopenLinksOf(
    tx,
    deps,
    books.map(({ text }) => text),
  )
  const jobs = rows.map(({ id }) => ({ letterId: id }))
  await enqueueAll(tx, 'mail.deliver', jobs, at)
  return rows.length
}

/**
 * A letter kept while the site was tried out at home has links that lead there. They are keys that still fit, so only
 * the address before them changes.
 */
function withOurLinks({ kind, html, text, headers }: LetterRow, siteUrl: string) {
  const [, origin] = text.match(/(https?:\/\/[^\s/]+)\/(?:confirm|unsubscribe)\//) ?? []
  if (!findLetterKind(kind)?.hasOwnLinks || !origin || origin === siteUrl) return null
  const move = (part: string) => part.replaceAll(`${origin}/`, `${siteUrl}/`)
  return { html: move(html), text: move(text), headers: move(headers) }
}

/** Nobody can know whether it arrived; the author says it did. */
export async function countAsSent(deps: Deps, id: string): Promise<Letter> {
  await getRow(deps.db, id)
  const { numUpdatedRows } = await deps.db
    .updateTable('letters')
    .set({ state: 'sent', error: 'counted as sent by hand', settled_at: deps.now().toISOString() })
    .where('id', '=', id)
    .where('state', '=', 'unknown')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new AppError('conflict', 'Only a letter nobody knows about can be counted as sent.')
  await noteLeft(deps, id)
  return getLetter(deps, id)
}

function toSummary(row: SummaryRow): LetterSummary {
  return {
    id: row.id,
    kind: row.kind,
    to: row.to_email,
    subject: row.subject,
    state: row.state,
    reason: row.error,
    createdAt: row.created_at,
    settledAt: row.settled_at,
  }
}

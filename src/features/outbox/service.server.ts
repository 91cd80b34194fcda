import { setImmediate as letOthersIn } from 'node:timers/promises'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { findKind } from '#server/letter-kinds.ts'
import {
  countByState,
  createReader,
  describeByHand,
  describeKept,
  findLetter,
  type KeptLetter,
  layBack,
  listKept,
  listLetters,
  putOnTheirWay,
  readLetter,
  type SummaryRow,
} from '#server/letter-shelf.ts'
import type { LetterRow } from '#server/letters.table.ts'
import { erased, failedWithoutAnother } from '#server/letters.ts'
import { countAsSent, insistOnWhole, whyItStays } from '#server/mailings.ts'
import type { KeptSent, Letter, LetterSummary, Outbox, UnderWay } from './contract.ts'
import { type LetterState, letterStates, oldAfterDays } from './states.ts'

const atOnce = 50
const mostNamed = 100

export async function openOutbox(deps: Deps, state: LetterState | null, cursor: string | null): Promise<Outbox> {
  const { db, env, site } = deps
  const states = state && (state === 'queued' ? (['queued', 'leased'] as const) : [state])
  const rows = await listLetters(db, { states, before: cursor, limit: atOnce + 1 })
  const shown = rows.slice(0, atOnce)
  const { count, oldest, oldCount, named } = await describeKept(db, oldBefore(deps.now()), mostNamed)
  const summarise = createSummary(deps)
  return {
    letters: await Promise.all(shown.map(summarise)),
    counts: sumByState(await countByState(db)),
    mail: {
      isConnected: deps.mailer !== null,
      host: env.smtpUrl && new URL(env.smtpUrl).hostname,
      from: site().sender,
    },
    kept: { count, oldestAt: oldest, oldCount, old: await Promise.all(named.map(summarise)) },
    underWay: await describeUnderWay(deps),
    next: rows.length > atOnce ? (shown.at(-1)?.id ?? null) : null,
  }
}

/** In somebody's hand and not begun is waiting still. */
function seen(state: LetterRow['state']): LetterState {
  return state === 'leased' ? 'queued' : state
}

function sumByState(rows: readonly { state: LetterRow['state']; count: number }[]): Record<LetterState, number> {
  const counts = letterStates.map((one) => {
    const alike = rows.filter(({ state }) => seen(state) === one)
    return [one, alike.reduce((sum, { count }) => sum + count, 0)]
  })
  return Object.fromEntries(counts)
}

async function describeUnderWay({ db }: Deps): Promise<UnderWay | null> {
  const byHand = await describeByHand(db)
  if (!byHand) return null
  const counts = sumByState(byHand.counts)
  return {
    total: Object.values(counts).reduce((sum, count) => sum + count, 0),
    waiting: counts.queued + counts.sending,
    sent: counts.sent,
    trouble: byHand.trouble,
  }
}

function oldBefore(now: Date): string {
  return new Date(now.getTime() - oldAfterDays * 86_400_000).toISOString()
}

export async function getLetter(deps: Deps, id: string): Promise<Letter> {
  const row = await getRow(deps, id)
  const { text } = await readLetter(deps, row)
  return { ...(await createSummary(deps)(row)), replyTo: row.reply_to_email, text, isConnected: deps.mailer !== null }
}

export async function getLetterHtml(deps: Deps, id: string): Promise<string> {
  return (await readLetter(deps, await getRow(deps, id))).html
}

async function getRow({ db }: Deps, id: string): Promise<LetterRow> {
  const row = await findLetter(db, id)
  if (!row) throw new AppError('not_found', 'That letter is not here, or not any more.')
  return row
}

/** Puts a letter on its way: one that was kept, one that was given up, or one of which nobody knows. */
export async function sendLetter(deps: Deps, id: string): Promise<Letter> {
  insistOnMailer(deps)
  const row = await getRow(deps, id)
  const queued = await deps.db.transaction().execute(async (tx) => {
    await insistOnWhole(tx, deps, row)
    await insistOnFirst(tx, row)
    return putOnTheirWay(tx, deps, [id], deps.now())
  })
  if (queued === 0) throw new AppError('conflict', 'This letter is on its way already, or has arrived.')
  deps.wakeWorker()
  return getLetter(deps, id)
}

/** All of them may have been sent it again since one failed: this would be that reader’s second. */
async function insistOnFirst(tx: Db, { id, mailing_id, state }: LetterRow): Promise<void> {
  if (state !== 'failed' || !mailing_id) return
  const isFirst = await failedWithoutAnother(tx, mailing_id).where('id', '=', id).executeTakeFirst()
  if (!isFirst) throw new AppError('conflict', 'This reader has had it since, or another one waits to leave.')
}

const queuedAtOnce = 100

export async function sendKept(deps: Deps, which: 'all' | 'recent'): Promise<KeptSent> {
  insistOnMailer(deps)
  // Together, though a few at a time: readers are served in between.
  const at = deps.now()
  const kept = await listKept(deps.db, which === 'all' ? '' : oldBefore(at))
  const sieve = createSieve(deps)
  let queued = 0
  for (let from = 0; from < kept.length; from += queuedAtOnce) {
    const some = kept.slice(from, from + queuedAtOnce)
    queued += await deps.db.transaction().execute(async (tx) => putOnTheirWay(tx, deps, await sieve.pass(tx, some), at))
    deps.wakeWorker()
    await letOthersIn()
  }
  const gone = queued === 1 ? 'One letter is on its way.' : `${queued} letters are on their way.`
  return { message: [gone, ...sieve.words()].join(' '), queued, held: sieve.held() }
}

/** Holds back what cannot be sent as it is. Letters about the same are alike, and looked at once. */
function createSieve(deps: Deps) {
  const looks = new Map<string, string | null>()
  let held = 0
  async function look(tx: Db, letter: KeptLetter): Promise<string | null> {
    const key = JSON.stringify([letter.kind, letter.about])
    const known = looks.get(key)
    if (known !== undefined) return known
    const why = await whyItStays(tx, deps, letter)
    looks.set(key, why)
    return why
  }
  return {
    async pass(tx: Db, some: readonly KeptLetter[]): Promise<string[]> {
      const ids: string[] = []
      for (const letter of some) if ((await look(tx, letter)) === null) ids.push(letter.id)
      held += some.length - ids.length
      return ids
    },
    held: () => held,
    words(): string[] {
      const reasons = [...new Set(looks.values())].filter((why) => why !== null)
      if (held === 0) return []
      return [`${held === 1 ? 'One letter stays' : `${held} letters stay`} here: ${reasons.join(' ')}`]
    },
  }
}

function insistOnMailer({ mailer }: Deps) {
  if (!mailer) throw new AppError('conflict', 'No mail server is connected, so nothing can be sent.')
}

/** What she has put on its way from here and has not left yet stays after all, until she sends it again. */
export async function pauseByHand({ db }: Deps): Promise<{ message: string; kept: number }> {
  const kept = await layBack(db)
  if (kept === 0) throw new AppError('conflict', 'Nothing is on its way from here any more.')
  return { message: kept === 1 ? 'One letter is kept here again.' : `${kept} letters are kept here again.`, kept }
}

/** Nobody can know whether it arrived; the author says it did. */
export async function countLetterAsSent(deps: Deps, id: string): Promise<Letter> {
  await getRow(deps, id)
  if (!(await countAsSent(deps, id)))
    throw new AppError('conflict', 'Only a letter nobody knows about can be counted as sent.')
  return getLetter(deps, id)
}

function createSummary(deps: Deps): (row: SummaryRow) => Promise<LetterSummary> {
  const read = createReader(deps)
  return async (row) => ({
    id: row.id,
    kind: findKind(deps.letterKinds, row.kind)?.words ?? row.kind,
    to: row.to_email.startsWith(erased) ? 'a reader who was erased' : row.to_email,
    subject: row.subject || ((await read(row))?.subject ?? ''),
    state: seen(row.state),
    reason: row.error,
    createdAt: row.created_at,
    settledAt: row.settled_at,
  })
}

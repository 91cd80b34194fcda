import { countDownloads, countFetched, findRemoved, titleOfFile } from '#features/downloads/service.server.ts'
import { recordEvent } from '#features/owner/service.server.ts'
import { listRecipients } from '#features/people/service.server.ts'
import { csvLine } from '#lib/csv.ts'
import { normaliseEmail } from '#lib/email.ts'
import { csvFile } from '#server/csv-file.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { LetterRow, MailingRow } from '#server/letters.table.ts'
import { haveLetterWaiting, listLetterResults, onItsWay } from '#server/letters.ts'
import { countLetters, findLastSent, findPutOff, listLettersOf, mailingsByWork } from '#server/mailing-counts.ts'
import { getMailing, isId } from '#server/mailings.ts'
import { findNextShare, shareOfToday } from '#server/slow-start.ts'
import type { BulkResult, Campaign, Delivery, DeliveryPage, Overview, ReaderResult } from './contract.ts'
import { bookLetterKind } from './letters.server.ts'
import { stateLabels } from './progress.ts'

export async function getCampaign({ db, env, now, site }: Deps, id: string): Promise<Campaign> {
  const row = await getMailing(db, id)
  const putOff = row.state === 'sending' ? await findPutOff(db, id, now()) : { count: 0, next: null }
  const { queued, leased, sending, ...settled } = await countLetters(db, id)
  const pending = queued + leased + sending
  const holdsFor = row.state === 'sending' ? Date.parse(row.starts_at) - now().getTime() : 0
  return {
    id,
    fileName: row.about,
    title: (await findRemoved(db, row.about))?.title ?? titleOfFile(site(), row.about),
    state: holdsFor > 0 || row.state === 'drawing' ? 'holding' : row.state === 'standing' ? 'sending' : row.state,
    trouble: row.trouble,
    startsIn: holdsFor > 0 ? Math.ceil(holdsFor / 1_000) : null,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    total: Object.values(settled).reduce((sum, count) => sum + count, pending),
    ...settled,
    // Not while the screen asks every second.
    fetched: row.finished_at ? await countFetched(db, [id]) : null,
    pending,
    putOff: putOff.count,
    nextTryAt: putOff.next,
    secondsLeft: row.state === 'sending' && pending > 0 ? Math.ceil(pending / env.lettersPerSecond) : null,
    slow: await findSlow(db, row, queued, now()),
  }
}

/** Null where all that waits may leave today. */
async function findSlow(db: Db, row: MailingRow, queued: number, now: Date): Promise<Campaign['slow']> {
  if (row.per_day === null || row.state !== 'sending') return null
  const { today, left } = await shareOfToday(db, row, now)
  if (queued <= left) return null
  return { today, nextAt: left === 0 ? await findNextShare(db, row, now) : null }
}

const mostErrors = 100

/** The answer the spec asks for, read from the letters as they stand now. */
export async function bulkResult(deps: Deps, campaignId: string | null, strangers: string[]): Promise<BulkResult> {
  if (!campaignId) {
    const failed = strangers.length
    return { success: failed === 0, sent: 0, failed, total: failed, errors: strangers, pending: 0, kept: 0, campaignId }
  }
  const { total, sent, failed, skipped, unknown, kept, bounced, complained, pending } = await getCampaign(
    deps,
    campaignId,
  )
  const troubled = await listLettersOf(deps.db, campaignId, {
    states: ['failed', 'bounced', 'skipped', 'unknown'],
    after: '',
    limit: mostErrors,
  })
  const errors = troubled.map(({ to_email, error, state }) => `${to_email}: ${error ?? state}`)
  const allFailed = failed + bounced + skipped + unknown + strangers.length
  return {
    success: allFailed === 0,
    // A letter that was called junk has arrived.
    sent: sent + complained,
    failed: allFailed,
    total: total + strangers.length,
    errors: [...strangers, ...errors],
    pending,
    kept,
    campaignId,
  }
}

function findLatest(db: Db, fileName: string): Promise<MailingRow | undefined> {
  return mailingsByWork(db, bookLetterKind).where('about', '=', fileName).limit(1).executeTakeFirst()
}

/** What the screen begins with: this file's last campaign, when somebody really got a letter, and who may get one. */
export async function getOverview(deps: Deps, fileName: string): Promise<Overview> {
  const row = await findLatest(deps.db, fileName)
  const latest = row ? await getCampaign(deps, row.id) : null
  const others = await mailingsByWork(deps.db, bookLetterKind)
    .where('finished_at', 'is', null)
    .where('about', '!=', fileName)
    .execute()
  // While letters leave this is asked every second, and whoever gets one is a recipient.
  const isUnderWay = latest !== null && !latest.finishedAt
  const recipients = isUnderWay ? [] : await listRecipients(deps)
  const waiting = isUnderWay ? new Set<string>() : await haveLetterWaiting(deps.db, bookLetterKind, fileName)
  return {
    latest,
    others: await Promise.all(others.map(({ id }) => getCampaign(deps, id))),
    lastSentAt: await findLastSent(deps.db, { kind: bookLetterKind, about: fileName }),
    readers: isUnderWay ? latest.total : recipients.length,
    waiting: recipients.filter((email) => waiting.has(email)).length,
  }
}

const mostEarlier = 50

/** Those that are over, whichever file they brought, but for the one the screen begins with. */
export async function listEarlier(deps: Deps, fileName: string): Promise<Campaign[]> {
  const latest = await findLatest(deps.db, fileName)
  const earlier = await mailingsByWork(deps.db, bookLetterKind)
    .where('id', '!=', latest?.id ?? '')
    .where('finished_at', 'is not', null)
    .limit(mostEarlier)
    .execute()
  return Promise.all(earlier.map(({ id }) => getCampaign(deps, id)))
}

const pageSize = 200

const filters = new Map<string, LetterRow['state'][]>(
  Object.entries({
    waiting: [...onItsWay],
    sent: ['sent'],
    failed: ['failed'],
    skipped: ['skipped'],
    stopped: ['stopped'],
    unknown: ['unknown'],
    kept: ['kept'],
    bounced: ['bounced'],
    complained: ['complained'],
    problems: ['failed', 'bounced', 'complained', 'skipped', 'unknown'],
  }),
)

type Wish = { state: string | null; after: string | null }

/** What became of each letter, and how often its book was fetched; a page at a time, in the order of the readers. */
export async function listDeliveries({ db }: Deps, campaignId: string, { state, after }: Wish): Promise<DeliveryPage> {
  await getMailing(db, campaignId)
  if (after && !isId(after)) throw new AppError('invalid', 'There is no such page of letters.')
  const states = (state && filters.get(state)) || null
  const rows = await listLettersOf(db, campaignId, { states, after: after ?? '', limit: pageSize })
  const downloads = await countDownloads(
    db,
    rows.map(({ id }) => id),
  )
  const deliveries = rows.map(({ id, to_email, state, error, settled_at }) => ({
    id,
    email: to_email,
    state: toDeliveryState(state),
    error,
    settledAt: settled_at,
    downloads: downloads.get(id) ?? 0,
  }))
  return { deliveries, next: rows.length === pageSize ? (rows.at(-1)?.id ?? null) : null }
}

function toDeliveryState(state: LetterRow['state']): Delivery['state'] {
  return state === 'queued' || state === 'leased' || state === 'sending' ? 'waiting' : state
}

/** The whole outcome as a file, called after the book, or what else it was, and the day it was sent. */
export async function streamOutcome(deps: Deps, campaignId: string): Promise<Response> {
  const { about, created_at } = await getMailing(deps.db, campaignId)
  await recordEvent(deps.db, 'campaigns.exported', deps.now())
  const file = about.match(/^(.+)\.\w+$/)?.[1]
  return csvFile(`${file ?? 'letter'}-${created_at.slice(0, 10)}`, outcomeLines(deps, campaignId))
}

async function* outcomeLines(deps: Deps, campaignId: string): AsyncGenerator<string> {
  yield csvLine(['email', 'state', 'reason', 'when', 'downloads'])
  for (let after: string | null = ''; after !== null; ) {
    const { deliveries, next }: DeliveryPage = await listDeliveries(deps, campaignId, { state: null, after })
    const lines = deliveries.map(({ email, state, error, settledAt, downloads }) =>
      csvLine([email, stateLabels[state].toLowerCase(), error, settledAt, downloads]),
    )
    if (lines.length > 0) yield lines.join('')
    after = next
  }
}

/**
 * What became of the letter with this file, for everybody it was ever meant for, with a campaign or to one
 * reader alone. Who has it has it, whatever was tried since; a letter that was stopped is none.
 */
export async function listResults({ db }: Deps, fileName: string): Promise<ReaderResult[]> {
  const byEmail = new Map<string, ReaderResult>()
  for (const { to_email, state, error, settled_at } of await listLetterResults(db, bookLetterKind, fileName)) {
    const [email, became] = [normaliseEmail(to_email), toDeliveryState(state)]
    if (became !== 'stopped') byEmail.set(email, { email, state: became, at: settled_at, error })
  }
  return [...byEmail.values()].sort((one, other) => (one.email < other.email ? -1 : 1))
}

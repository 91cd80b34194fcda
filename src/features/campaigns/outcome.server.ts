import { sql } from 'kysely'
import { findRemoved, titleOfFile } from '#features/downloads/service.server.ts'
import { recordEvent } from '#features/owner/service.server.ts'
import { listRecipients } from '#features/people/service.server.ts'
import { csvLine } from '#lib/csv.ts'
import { normaliseEmail } from '#lib/email.ts'
import { csvFile } from '#server/csv-file.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { BulkResult, Campaign, Delivery, DeliveryPage, Overview, ReaderResult } from './contract.ts'
import { stateLabel } from './progress.ts'
import { bookLetterKind, haveLetterWaiting } from './single.server.ts'
import type { CampaignRow, DeliveryRow } from './tables.server.ts'

/** Anything else could not be a row's, and a zero byte would make PostgreSQL stumble. */
const isId = (text: string) => /^[0-9a-f-]{36}$/.test(text)

export async function getRow(db: Db, id: string): Promise<CampaignRow> {
  const row = isId(id) && (await db.selectFrom('campaigns').selectAll().where('id', '=', id).executeTakeFirst())
  if (!row) throw new AppError('not_found', 'There is no such campaign.')
  return row
}

/**
 * Whoever ends a campaign or puts letters back into it holds its row first, and looks only then: otherwise one could end
 * it over a letter the other is just putting back. On SQLite there is one transaction at a time anyway.
 */
export async function lockCampaign(tx: Db, { engine }: Pick<Deps, 'engine'>, id: string): Promise<void> {
  if (engine === 'postgres') await tx.selectFrom('campaigns').select('id').where('id', '=', id).forUpdate().execute()
}

type Counts = Record<DeliveryRow['state'], number>

async function countDeliveries(db: Db, campaignId: string): Promise<Counts> {
  const rows = await db
    .selectFrom('deliveries')
    .select((row) => ['state', row.fn.countAll<number>().as('count')])
    .where('campaign_id', '=', campaignId)
    .groupBy('state')
    .execute()
  const none: Counts = {
    ...{ queued: 0, leased: 0, sending: 0, sent: 0, failed: 0, skipped: 0, unknown: 0, kept: 0 },
    ...{ bounced: 0, complained: 0 },
  }
  return Object.assign(none, Object.fromEntries(rows.map(({ state, count }) => [state, count])))
}

/** How many of its readers have fetched the book. */
async function countFetched(db: Db, campaignId: string): Promise<number> {
  const { count } = await db
    .selectFrom('deliveries')
    .innerJoin('download_links', 'download_links.id', 'deliveries.id')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('deliveries.campaign_id', '=', campaignId)
    .where('download_links.downloads', '>', 0)
    .executeTakeFirstOrThrow()
  return count
}

/** Letters whose mail servers have asked us to come back later, and when the first of them is tried again. */
async function findPutOff(db: Db, campaignId: string, now: Date) {
  const { count, next } = await db
    .selectFrom('deliveries')
    .select((row) => [row.fn.countAll<number>().as('count'), row.fn.min('next_at').as('next')])
    .where('campaign_id', '=', campaignId)
    .where('state', '=', 'queued')
    .where('next_at', '>', now.toISOString())
    .executeTakeFirstOrThrow()
  return { count, next }
}

export async function getCampaign({ db, env, now, site }: Deps, id: string): Promise<Campaign> {
  const row = await getRow(db, id)
  const putOff = row.state === 'sending' ? await findPutOff(db, id, now()) : { count: 0, next: null }
  const { queued, leased, sending, ...settled } = await countDeliveries(db, id)
  const pending = row.state === 'stopped' ? 0 : queued + leased + sending
  const holdsFor = row.state === 'sending' ? Date.parse(row.starts_at) - now().getTime() : 0
  return {
    id,
    fileName: row.file_name,
    title: (await findRemoved(db, row.file_name))?.title ?? titleOfFile(site(), row.file_name),
    state: holdsFor > 0 ? 'holding' : row.state,
    trouble: row.trouble,
    startsIn: holdsFor > 0 ? Math.ceil(holdsFor / 1_000) : null,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
    total: Object.values(settled).reduce((sum, count) => sum + count, queued + leased + sending),
    ...settled,
    // Not while the screen asks every second.
    fetched: row.finished_at ? await countFetched(db, id) : null,
    pending,
    putOff: putOff.count,
    nextTryAt: putOff.next,
    secondsLeft: row.state === 'sending' && pending > 0 ? Math.ceil(pending / env.lettersPerSecond) : null,
  }
}

const mostErrors = 100

/** The answer the spec asks for, read from the deliveries as they stand now. */
export async function bulkResult(deps: Deps, campaignId: string | null, strangers: string[]): Promise<BulkResult> {
  if (!campaignId) {
    const failed = strangers.length
    return { success: failed === 0, sent: 0, failed, total: failed, errors: strangers, pending: 0, kept: 0, campaignId }
  }
  const { total, sent, failed, skipped, unknown, kept, bounced, complained, pending } = await getCampaign(
    deps,
    campaignId,
  )
  const troubled = await deps.db
    .selectFrom('deliveries')
    .select(['email', 'error', 'state'])
    .where('campaign_id', '=', campaignId)
    .where('state', 'in', ['failed', 'bounced', 'skipped', 'unknown'])
    .limit(mostErrors)
    .execute()
  const errors = troubled.map(({ email, error, state }) => `${email}: ${error ?? state}`)
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

/** The one under way first, then by when each was last at work: an earlier one whose letters were tried again is the last. */
function campaignsByWork(db: Db) {
  return db
    .selectFrom('campaigns')
    .selectAll()
    .orderBy(sql`coalesce(finished_at, 'under way')`, 'desc')
    .orderBy('created_at', 'desc')
}

function findLatest(db: Db, fileName: string): Promise<CampaignRow | undefined> {
  return campaignsByWork(db).where('file_name', '=', fileName).limit(1).executeTakeFirst()
}

/** What the screen begins with: this file's last campaign, when somebody really got a letter, and who may get one. */
export async function getOverview(deps: Deps, fileName: string): Promise<Overview> {
  const row = await findLatest(deps.db, fileName)
  const latest = row ? await getCampaign(deps, row.id) : null
  const others = await campaignsByWork(deps.db)
    .where('finished_at', 'is', null)
    .where('file_name', '!=', fileName)
    .execute()
  // While letters leave this is asked every second, and whoever gets one is a recipient.
  const isUnderWay = latest !== null && !latest.finishedAt
  const recipients = isUnderWay ? [] : await listRecipients(deps)
  const waiting = isUnderWay ? new Set<string>() : await haveLetterWaiting(deps.db, fileName)
  return {
    latest,
    others: await Promise.all(others.map(({ id }) => getCampaign(deps, id))),
    lastSentAt: await findLastSent(deps.db, fileName),
    readers: isUnderWay ? latest.total : recipients.length,
    waiting: recipients.filter((email) => waiting.has(email)).length,
  }
}

/** When the last letter of a campaign left, in the newest of which one did. */
async function findLastSent(db: Db, fileName: string): Promise<string | null> {
  const campaign = await campaignsByWork(db)
    .where('file_name', '=', fileName)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('deliveries')
          .select('deliveries.id')
          .whereRef('deliveries.campaign_id', '=', 'campaigns.id')
          .where('deliveries.state', '=', 'sent'),
      ),
    )
    .limit(1)
    .executeTakeFirst()
  if (!campaign) return null
  const { last } = await db
    .selectFrom('deliveries')
    .select(({ fn }) => fn.max('settled_at').as('last'))
    .where('campaign_id', '=', campaign.id)
    .where('state', '=', 'sent')
    .executeTakeFirstOrThrow()
  return last
}

const mostEarlier = 50

/** Those that are over, whichever file they brought, but for the one the screen begins with. */
export async function listEarlier(deps: Deps, fileName: string): Promise<Campaign[]> {
  const latest = await findLatest(deps.db, fileName)
  const earlier = await campaignsByWork(deps.db)
    .where('id', '!=', latest?.id ?? '')
    .where('finished_at', 'is not', null)
    .limit(mostEarlier)
    .execute()
  return Promise.all(earlier.map(({ id }) => getCampaign(deps, id)))
}

const pageSize = 200

/** What became of each letter, and how often its book was fetched; a page at a time, in the order of their ids. */
function deliveriesOf({ db }: Deps, campaignId: string, after: string | null) {
  return db
    .selectFrom('deliveries')
    .leftJoin('download_links', 'download_links.id', 'deliveries.id')
    .select([
      'deliveries.id',
      'deliveries.email',
      'deliveries.state',
      'deliveries.error',
      'deliveries.settled_at',
      'download_links.downloads',
    ])
    .where('deliveries.campaign_id', '=', campaignId)
    .where('deliveries.id', '>', after ?? '')
    .orderBy('deliveries.id')
}

const filters = new Map<string, DeliveryRow['state'][]>(
  Object.entries({
    waiting: ['queued', 'leased', 'sending'],
    sent: ['sent'],
    failed: ['failed'],
    skipped: ['skipped'],
    unknown: ['unknown'],
    kept: ['kept'],
    bounced: ['bounced'],
    complained: ['complained'],
    problems: ['failed', 'bounced', 'complained', 'skipped', 'unknown'],
  }),
)

type Wish = { state: string | null; after: string | null }

export async function listDeliveries(deps: Deps, campaignId: string, { state, after }: Wish): Promise<DeliveryPage> {
  await getRow(deps.db, campaignId)
  if (after && !isId(after)) throw new AppError('invalid', 'There is no such page of letters.')
  const wanted = state && filters.get(state)
  const query = deliveriesOf(deps, campaignId, after).limit(pageSize)
  const rows = await (wanted ? query.where('deliveries.state', 'in', wanted) : query).execute()
  const deliveries = rows.map(toDelivery)
  return { deliveries, next: rows.length === pageSize ? (rows.at(-1)?.id ?? null) : null }
}

type Row = Pick<DeliveryRow, 'id' | 'email' | 'state' | 'error' | 'settled_at'> & { downloads: number | null }

function toDelivery({ id, email, state, error, settled_at, downloads }: Row): Delivery {
  return { id, email, state: toDeliveryState(state), error, settledAt: settled_at, downloads: downloads ?? 0 }
}

function toDeliveryState(state: DeliveryRow['state']): Delivery['state'] {
  return state === 'queued' || state === 'leased' || state === 'sending' ? 'waiting' : state
}

/** The whole outcome as a file, called after the book and the day it was sent. */
export async function streamOutcome(deps: Deps, campaignId: string): Promise<Response> {
  const { file_name, created_at } = await getRow(deps.db, campaignId)
  await recordEvent(deps.db, 'campaigns.exported', deps.now())
  const name = `${file_name.replace(/\.\w+$/, '')}-${created_at.slice(0, 10)}`
  return csvFile(name, outcomeLines(deps, campaignId))
}

async function* outcomeLines(deps: Deps, campaignId: string): AsyncGenerator<string> {
  const { state: campaignState } = await getRow(deps.db, campaignId)
  yield csvLine(['email', 'state', 'reason', 'when', 'downloads'])
  for (let after: string | null = ''; after !== null; ) {
    const { deliveries, next }: DeliveryPage = await listDeliveries(deps, campaignId, { state: null, after })
    const lines = deliveries.map(({ email, state, error, settledAt, downloads }) =>
      csvLine([email, stateLabel(state, campaignState).toLowerCase(), error, settledAt, downloads]),
    )
    if (lines.length > 0) yield lines.join('')
    after = next
  }
}

const waitingStates = ['queued', 'leased', 'sending'] as const

/**
 * What became of the letter with this file, for everybody it was ever meant for: from campaigns and from letters to one
 * reader alone. Who has it has it, whatever was tried since; a letter that was stopped is none.
 */
export async function listResults({ db }: Deps, fileName: string): Promise<ReaderResult[]> {
  const byEmail = new Map<string, ReaderResult>()
  const open = await db
    .selectFrom('deliveries')
    .innerJoin('campaigns', 'campaigns.id', 'deliveries.campaign_id')
    .select(['deliveries.email', 'deliveries.state', 'deliveries.error', 'deliveries.settled_at'])
    .where('campaigns.file_name', '=', fileName)
    .where('deliveries.state', '!=', 'sent')
    .where('deliveries.email', 'not like', 'erased %')
    .where(({ eb, or }) =>
      or([eb('campaigns.state', '!=', 'stopped'), eb('deliveries.state', 'not in', waitingStates)]),
    )
    .orderBy('deliveries.id')
    .execute()
  for (const { email, state, error, settled_at } of open) {
    byEmail.set(email, { email, state: toDeliveryState(state), at: settled_at, error })
  }
  const letters = db.selectFrom('letters').where('kind', '=', bookLetterKind).where('about', '=', fileName)
  const alone = await letters
    .select(['to_email', 'state', 'error', 'settled_at'])
    .where('state', '!=', 'sent')
    .orderBy('id')
    .execute()
  for (const { to_email, state, error, settled_at } of alone) {
    const email = normaliseEmail(to_email)
    byEmail.set(email, { email, state: toDeliveryState(state), at: settled_at, error })
  }
  const sent = await db
    .selectFrom('deliveries')
    .select(({ fn }) => ['email', fn.max('settled_at').as('at')])
    .where('campaign_id', 'in', (bringing) =>
      bringing.selectFrom('campaigns').select('campaigns.id').where('file_name', '=', fileName),
    )
    .where('state', '=', 'sent')
    .where('email', 'not like', 'erased %')
    .groupBy('email')
    .unionAll(
      letters
        .select(({ fn }) => ['to_email as email', fn.max('settled_at').as('at')])
        .where('state', '=', 'sent')
        .groupBy('to_email'),
    )
    .execute()
  for (const { email, at } of sent.sort((one, other) => ((one.at ?? '') < (other.at ?? '') ? -1 : 1))) {
    byEmail.set(email, { email, state: 'sent', at, error: null })
  }
  return [...byEmail.values()].sort((one, other) => (one.email < other.email ? -1 : 1))
}

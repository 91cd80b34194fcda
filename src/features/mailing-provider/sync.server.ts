import { type SqlBool, sql } from 'kysely'
import { addReaders, countGroup, readerAfter } from '#features/people/service.server.ts'
import { isEmail, normaliseEmail } from '#lib/email.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { newId } from '#server/ids.ts'
import { enqueue, hasJob, longestTry, TryLater } from '#server/jobs.ts'
import { isSuppressed, suppressedAmong } from '#server/suppressions.ts'
import { type MailerLite, ProviderError } from './client.server.ts'
import type { Provider, SyncResult } from './contract.ts'
import { openProvider, push, takeBack, unconfirmedWords } from './service.server.ts'
import type { ProviderSyncRow } from './tables.server.ts'

declare module '#server/jobs.ts' {
  interface JobKinds {
    'provider.sync': { syncId: string }
  }
}

/** Begins a sync of the group, or joins the one that is under way. */
export async function startSync(deps: Deps): Promise<string> {
  openProvider(deps)
  const { db, now } = deps
  const at = now()
  return db.transaction().execute(async (tx) => {
    const underWay = await selectSyncs(tx).where('finished_at', 'is', null).executeTakeFirst()
    if (underWay?.goes_on) return underWay.id
    if (underWay) {
      const { goes_on, ...row } = withError(underWay, nobodyGoesOn)
      await save(tx, row, { ...row, ...failedAt(at) })
    }
    const row: ProviderSyncRow = {
      id: newId(at),
      state: 'pushing',
      group_id: null,
      position: '',
      total: await countGroup(tx),
      successful: 0,
      failed: 0,
      skipped: 0,
      errors: '[]',
      trouble: null,
      created_at: at.toISOString(),
      finished_at: null,
    }
    const begun = await tx
      .insertInto('provider_syncs')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    // Another node was a moment earlier.
    if (!begun) return (await selectSyncs(tx).where('finished_at', 'is', null).executeTakeFirstOrThrow()).id
    // → runSync below, in the worker.
    await enqueue(tx, 'provider.sync', { syncId: row.id }, at)
    return row.id
  })
}

const nobodyGoesOn = 'It stopped half-way and does not go on by itself. Please start it again.'

/** With the job that carries each one on, asked in the same moment: one that is not finished and has none is dead. */
function selectSyncs(db: Db) {
  return db
    .selectFrom('provider_syncs')
    .selectAll()
    .select(hasJob('provider.sync', sql<string>`'{"syncId":"' || provider_syncs.id || '"}'`).as('goes_on'))
}

type SyncWithJob = ProviderSyncRow & { goes_on: SqlBool }

export async function syncResult({ db }: Deps, syncId: string): Promise<SyncResult> {
  const row = await selectSyncs(db).where('id', '=', syncId).executeTakeFirst()
  if (!row) throw new AppError('not_found', 'There is no such sync.')
  return toSyncResult(row)
}

function toSyncResult(row: SyncWithJob): SyncResult {
  const isDead = !row.finished_at && !row.goes_on
  const { successful, failed, skipped, total, trouble, errors } = isDead ? withError(row, nobodyGoesOn) : row
  return {
    successful,
    failed,
    skipped,
    errors: JSON.parse(errors) as string[],
    pending: row.finished_at || isDead ? 0 : Math.max(1, total - successful - failed - skipped),
    total,
    trouble,
    hasFailed: isDead || row.state === 'failed',
    startedAt: row.created_at,
    syncId: row.id,
  }
}

export async function getProvider({ db, env }: Deps, hasWebhook: boolean): Promise<Provider> {
  const last = await selectSyncs(db).orderBy('id', 'desc').limit(1).executeTakeFirst()
  return {
    isConnected: env.mailerLite !== null,
    group: env.providerGroup,
    hasWebhook,
    lastSync: last ? toSyncResult(last) : null,
  }
}

/** The others in the worker's hand wait for us: signups, letters. */
const longestRun = 5_000

/** The job: a few seconds of it, then it comes again. A crash or a stop costs one repeated upsert and no more. */
export async function runSync(deps: Deps, { syncId }: { syncId: string }): Promise<void> {
  const begun = performance.now()
  let row = await deps.db.selectFrom('provider_syncs').selectAll().where('id', '=', syncId).executeTakeFirst()
  while (row && !row.finished_at) {
    if (deps.isStopping() || performance.now() - begun > longestRun) throw new TryLater('more readers to come', 0)
    row = await takeStep(deps, row)
  }
}

async function takeStep(deps: Deps, row: ProviderSyncRow): Promise<ProviderSyncRow> {
  try {
    const provider = openProvider(deps)
    const next = row.state === 'pushing' ? await pushNext(deps, provider, row) : await fetchPage(deps, provider, row)
    return await save(deps.db, row, { ...next, trouble: null })
  } catch (error) {
    const isProviders = error instanceof ProviderError
    if (!isProviders && !(error instanceof AppError)) throw error
    if (!isProviders || !mayPass(error) || isTooOld(row, deps.now())) {
      return save(deps.db, row, { ...withError(row, error.message), ...failedAt(deps.now()) })
    }
    await save(deps.db, row, { ...row, trouble: error.message })
    throw new TryLater(error.message, error.retryAfter ?? 60_000)
  }
}

/** A key that is not there or not known, or a group that is gone, will not be there in a minute either. */
function mayPass({ status }: ProviderError): boolean {
  return status === null || status >= 500 || status === 408 || status === 429
}

function isTooOld(row: ProviderSyncRow, now: Date): boolean {
  return now.getTime() - Date.parse(row.created_at) > longestTry
}

/** Only over what was read: a run that was away for too long must not undo what another did meanwhile. */
async function save(db: Db, read: ProviderSyncRow, row: ProviderSyncRow): Promise<ProviderSyncRow> {
  const saved = await db
    .updateTable('provider_syncs')
    .set(row)
    .where('id', '=', read.id)
    .where('finished_at', 'is', null)
    .where('state', '=', read.state)
    .where('position', '=', read.position)
    .executeTakeFirst()
  if (saved.numUpdatedRows === 0n) throw new TryLater('another run has gone on', 0)
  return row
}

const mostErrors = 100

function withError<Row extends ProviderSyncRow>(row: Row, error: string): Row {
  return { ...row, errors: JSON.stringify([...(JSON.parse(row.errors) as string[]), error].slice(-mostErrors)) }
}

function failedAt(now: Date) {
  // Where it stood is somebody's address, and of no use to the next.
  return { state: 'failed', position: '', finished_at: now.toISOString() } as const
}

async function pushNext(deps: Deps, provider: MailerLite, row: ProviderSyncRow): Promise<ProviderSyncRow> {
  const { db, env, keyFor } = deps
  const group_id = row.group_id ?? (await provider.ensureGroup(env.providerGroup)).id
  const email = await readerAfter(db, row.position)
  if (email === null) return { ...row, group_id, state: 'fetching', position: '' }
  const isGone = await isSuppressed(db, keyFor, email)
  const outcome = isGone ? { gone: true } : await push(deps, provider, email, group_id)
  const next = { ...row, group_id, position: email }
  if (outcome === 'successful') return { ...next, successful: next.successful + 1 }
  if (outcome === 'unconfirmed') return withError({ ...next, failed: next.failed + 1 }, `${email} ${unconfirmedWords}`)
  if ('gone' in outcome) return { ...next, skipped: next.skipped + 1 }
  return withError({ ...next, failed: next.failed + 1 }, `${email}: ${outcome.error}`)
}

const fetched = ['unsubscribed', 'bounced', 'junk', 'active'] as const

/** `position` is `status cursor`: one page, then the next, then the next status; who left comes before who is there. */
async function fetchPage(deps: Deps, provider: MailerLite, row: ProviderSyncRow): Promise<ProviderSyncRow> {
  const [status = '', cursor = ''] = row.position.split(' ')
  const index = Math.max(0, (fetched as readonly string[]).indexOf(status))
  const current = fetched[index] ?? fetched[0]
  const { emails, next } = await provider.listMembers(row.group_id ?? '', current, cursor || null)
  if (current === 'active') await bringIn(deps, emails)
  else await takeBack(deps, emails, current)
  if (next) return { ...row, position: `${current} ${next}` }
  const following = fetched[index + 1]
  if (following) return { ...row, position: following }
  return { ...row, state: 'done', finished_at: deps.now().toISOString() }
}

/** Whoever joined the group there is one of the readers here, unless she ever left. */
async function bringIn(deps: Deps, found: readonly string[]): Promise<void> {
  const { db, env, keyFor } = deps
  const emails = [...new Set(found.map(normaliseEmail))].filter(isEmail)
  const gone = await suppressedAmong(db, keyFor, emails)
  const wanted = emails.filter((email) => !gone.has(email))
  const basis = `Joined the group “${env.providerGroup}” at MailerLite`
  await addReaders(deps, wanted, { basis, source: 'group_provider' })
}

import { setTimeout as wait } from 'node:timers/promises'
import { countGroup, markLeft } from '#features/readers/service.server.ts'
import { normaliseEmail } from '#lib/email.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { newId } from '#server/ids.ts'
import { enqueue, TryLater } from '#server/jobs.ts'
import { emailHash, isSuppressed, suppress, suppressedAmong } from '#server/suppressions.ts'
import { createMailerLite, type MailerLite, ProviderError, type ProviderStatus } from './client.server.ts'
import type { Provider, ProviderGroups, SyncResult } from './contract.ts'
import type { ProviderSyncRow } from './tables.server.ts'

declare module '#server/jobs.ts' {
  interface JobKinds {
    'provider.sync': { syncId: string }
  }
}

/** One client a process: it keeps the pace the provider asks for, whoever of us is calling. */
const clients = new WeakMap<object, MailerLite>()

/** The provider's client, or a sentence that says how to get one. */
export function openProvider({ env }: Deps): MailerLite {
  if (env.mailerLite) {
    const client = clients.get(env.mailerLite) ?? createMailerLite(env.mailerLite)
    clients.set(env.mailerLite, client)
    return client
  }
  throw new AppError(
    'conflict',
    'No mailing provider is connected. In MailerLite open Integrations, then API, make a key, set it as MAILERLITE_API_KEY and start the site again.',
  )
}

/** Somebody looks at the screen meanwhile: the provider may ask us to wait for minutes, and she need not. */
const longestWait = 15_000

/** What the provider says is said on, with a status that is ours: the trouble is between us and it. */
export async function asking<Answer>(ask: Promise<Answer>): Promise<Answer> {
  const patience = wait(longestWait, null, { ref: false }).then(() => {
    throw new ProviderError('The mailing provider is slow, or asks us to slow down. Please try again later.', null)
  })
  return Promise.race([ask, patience]).catch((error) => {
    if (!(error instanceof ProviderError)) throw error
    if (error.retryAfter === null) throw new AppError('bad_gateway', error.message)
    const seconds = String(Math.ceil(error.retryAfter / 1_000))
    throw new AppError('busy', error.message, { headers: { 'retry-after': seconds } })
  })
}

export async function listProviderGroups(deps: Deps): Promise<ProviderGroups> {
  const groups = await asking(openProvider(deps).listGroups())
  return { count: groups.length, groups }
}

export async function addToProvider(deps: Deps, typed: string): Promise<{ email: string }> {
  const email = normaliseEmail(typed)
  const provider = openProvider(deps)
  if (await isSuppressed(deps.db, deps.keyFor, email)) {
    throw new AppError('conflict', 'This reader has left and is not brought back.')
  }
  const { providerGroup } = deps.env
  await asking(provider.ensureGroup(providerGroup).then(({ id }) => provider.upsert(email, id)))
  return { email }
}

/** Begins a push of the group, or joins the one that is under way. */
export async function startSync(deps: Deps): Promise<string> {
  openProvider(deps)
  const { db, now } = deps
  const at = now()
  return db.transaction().execute(async (tx) => {
    const underWay = await tx
      .selectFrom('provider_syncs')
      .select('id')
      .where('finished_at', 'is', null)
      .executeTakeFirst()
    if (underWay) return underWay.id
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
    await tx.insertInto('provider_syncs').values(row).execute()
    await enqueue(tx, 'provider.sync', { syncId: row.id }, at)
    return row.id
  })
}

export async function syncResult({ db }: Deps, syncId: string): Promise<SyncResult> {
  const row = await db.selectFrom('provider_syncs').selectAll().where('id', '=', syncId).executeTakeFirst()
  if (!row) throw new AppError('not_found', 'There is no such sync.')
  return toSyncResult(row)
}

function toSyncResult(row: ProviderSyncRow): SyncResult {
  const { successful, failed, skipped, total, trouble } = row
  return {
    successful,
    failed,
    skipped,
    errors: JSON.parse(row.errors) as string[],
    pending: row.finished_at ? 0 : Math.max(1, total - successful - failed - skipped),
    total,
    trouble,
    hasFailed: row.state === 'failed',
    startedAt: row.created_at,
    syncId: row.id,
  }
}

export async function getProvider({ db, env }: Deps, hasWebhook: boolean): Promise<Provider> {
  const last = await db.selectFrom('provider_syncs').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  return {
    isConnected: env.mailerLite !== null,
    group: env.providerGroup,
    hasWebhook,
    lastSync: last ? toSyncResult(last) : null,
  }
}

const readersAtOnce = 20

/** The job: a few readers, then it comes again, so that a crash or a stop costs a few repeated upserts and no more. */
export async function runSync(deps: Deps, { syncId }: { syncId: string }): Promise<void> {
  const row = await deps.db.selectFrom('provider_syncs').selectAll().where('id', '=', syncId).executeTakeFirst()
  if (!row || row.finished_at) return
  try {
    const provider = openProvider(deps)
    const next = row.state === 'pushing' ? await pushSome(deps, provider, row) : await fetchSome(deps, provider, row)
    await save(deps, { ...next, trouble: null })
    if (next.finished_at) return
  } catch (error) {
    const isProviders = error instanceof ProviderError
    if (!isProviders && !(error instanceof AppError)) throw error
    // A key that is not there or not known will not be in a minute either.
    if (!isProviders || error.status === 401 || error.status === 403) {
      return save(deps, { ...withError(row, error.message), state: 'failed', finished_at: deps.now().toISOString() })
    }
    await save(deps, { ...row, trouble: error.message })
    throw new TryLater(error.message, error.retryAfter ?? 60_000)
  }
  throw new TryLater('more readers to come', 0)
}

async function save({ db }: Deps, row: ProviderSyncRow): Promise<void> {
  await db.updateTable('provider_syncs').set(row).where('id', '=', row.id).execute()
}

const mostErrors = 100

function withError(row: ProviderSyncRow, error: string): ProviderSyncRow {
  return { ...row, errors: JSON.stringify([...(JSON.parse(row.errors) as string[]), error].slice(0, mostErrors)) }
}

async function pushSome(deps: Deps, provider: MailerLite, row: ProviderSyncRow): Promise<ProviderSyncRow> {
  const { db, env, keyFor } = deps
  const group_id = row.group_id ?? (await provider.ensureGroup(env.providerGroup)).id
  const people = await db
    .selectFrom('group_members')
    .select('email')
    .where('left_at', 'is', null)
    .where('email', '>', row.position)
    .orderBy('email')
    .limit(readersAtOnce)
    .execute()
  let next: ProviderSyncRow = { ...row, group_id }
  const gone = await suppressedAmong(
    db,
    keyFor,
    people.map(({ email }) => email),
  )
  for (const { email } of people) {
    const outcome = gone.has(emailHash(keyFor, email)) ? 'skipped' : await push(deps, provider, email, group_id)
    if (outcome === 'successful' || outcome === 'skipped') next = { ...next, [outcome]: next[outcome] + 1 }
    else next = withError({ ...next, failed: next.failed + 1 }, `${email}: ${outcome.error}`)
    next.position = email
  }
  return people.length < readersAtOnce ? { ...next, state: 'fetching', position: '' } : next
}

type Pushed = 'successful' | 'skipped' | { error: string }

/** A person who left there is refused: that is no failure, and she has left here too from now on. */
async function push(deps: Deps, provider: MailerLite, email: string, groupId: string): Promise<Pushed> {
  try {
    const status = await provider.upsert(email, groupId)
    if (status === 'active' || status === 'unconfirmed') return 'successful'
    await takeBack(deps, [email], status)
    return 'skipped'
  } catch (error) {
    const isRefusal = error instanceof ProviderError && (error.status === 400 || error.status === 422)
    if (!isRefusal) throw error
    const status = await provider.findStatus(email)
    if (status === null || status === 'active' || status === 'unconfirmed') return { error: error.message }
    await takeBack(deps, [email], status)
    return 'skipped'
  }
}

const goneStatuses = ['unsubscribed', 'bounced', 'junk'] as const
const reasons = { unsubscribed: 'left', bounced: 'bounced', junk: 'complained' } as const

/** Whoever left at the provider has left here: nothing of ours writes to her again. */
export async function takeBack(deps: Deps, emails: readonly string[], status: ProviderStatus): Promise<void> {
  if (status === 'active' || status === 'unconfirmed') return
  const addresses = emails.map(normaliseEmail)
  for (const email of addresses) await suppress(deps.db, deps.keyFor, email, reasons[status], deps.now())
  await markLeft(deps, addresses)
}

/** `position` is `status cursor`: one page of those who left, then the next, then the next status. */
async function fetchSome(deps: Deps, provider: MailerLite, row: ProviderSyncRow): Promise<ProviderSyncRow> {
  const [status = goneStatuses[0], cursor = ''] = row.position.split(' ')
  const index = Math.max(0, (goneStatuses as readonly string[]).indexOf(status))
  const current = goneStatuses[index] ?? goneStatuses[0]
  const { emails, next } = await provider.listMembers(row.group_id ?? '', current, cursor || null)
  await takeBack(deps, emails, current)
  if (next) return { ...row, position: `${current} ${next}` }
  const following = goneStatuses[index + 1]
  if (following) return { ...row, position: following }
  return { ...row, state: 'done', finished_at: deps.now().toISOString() }
}

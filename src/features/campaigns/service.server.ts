import { setImmediate as letOthersIn } from 'node:timers/promises'
import { removeBook } from '#features/downloads/keeping.server.ts'
import { openLinks } from '#features/downloads/service.server.ts'
import { recordEvent } from '#features/owner/service.server.ts'
import { knownAmong } from '#features/people/service.server.ts'
import { isEmail, normaliseEmail } from '#lib/email.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { newId } from '#server/ids.ts'
import { type Aftermath, keepLetters } from '#server/letters.ts'
import { suppressedAmong, suppressionWords } from '#server/suppressions.ts'
import type { Press } from './emails.server.tsx'
import { getRow, lockCampaign } from './outcome.server.ts'
import { bookLetter, haveLetterWaiting, pressFor, waitingWords } from './single.server.ts'
import type { CampaignRow, DeliveryRow } from './tables.server.ts'

type Wish = { subscribers: readonly string[]; filename: string; holdSeconds: number }
type Sorted = { recipients: string[]; errors: string[] }

/** Who of these gets a letter, and a sentence about everybody who does not. */
async function sortOut({ db, keyFor }: Deps, { subscribers, filename }: Wish): Promise<Sorted> {
  const emails = [...new Set(subscribers.map(normaliseEmail))]
  const known = await knownAmong(db, emails.filter(isEmail))
  const gone = await suppressedAmong(db, keyFor, [...known.keys()])
  const served = await haveLetterWaiting(db, filename)
  const errors: string[] = []
  const recipients = emails.filter((email) => {
    const why = gone.get(email)
    const reason = !isEmail(email)
      ? 'not an e-mail address'
      : !known.has(email)
        ? 'not one of your readers'
        : why
          ? suppressionWords(why.reason)
          : served.has(email)
            ? waitingWords
            : null
    if (reason) errors.push(`${email.slice(0, 254)}: ${reason}`)
    return reason === null
  })
  return { recipients, errors }
}

const rowsAtOnce = 400
// A letter has more columns.
const keptAtOnce = 100

/** The list is drawn up and frozen in one transaction: from here on a crash costs nobody her letter. */
export async function startCampaign(deps: Deps, wish: Wish): Promise<{ campaignId: string | null; errors: string[] }> {
  const { db, now } = deps
  const { recipients, errors } = await sortOut(deps, wish)
  if (recipients.length === 0) return { campaignId: null, errors }
  const at = now()
  const campaign: CampaignRow = {
    id: newId(at),
    file_name: wish.filename,
    state: 'sending',
    trouble: null,
    starts_at: new Date(at.getTime() + wish.holdSeconds * 1_000).toISOString(),
    created_at: at.toISOString(),
    finished_at: null,
  }
  await db.transaction().execute(async (tx) => {
    const isOnly = await tx
      .insertInto('campaigns')
      .values(campaign)
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!isOnly) throw underWay()
    await recordEvent(tx, 'campaigns.started', at)
    // Ids of one moment are in no order of their own; listed by them, letters keep the order of the readers.
    const ids = recipients.map(() => newId(at)).sort()
    const rows = recipients.map((email, index) => toDelivery(campaign, email, ids[index] ?? newId(at)))
    for (let from = 0; from < rows.length; from += rowsAtOnce) {
      await tx
        .insertInto('deliveries')
        .values(rows.slice(from, from + rowsAtOnce))
        .execute()
    }
  })
  if (!deps.mailer) await keepAll(deps, campaign)
  // → postman.server.ts carries the letters.
  deps.wakeWorker()
  return { campaignId: campaign.id, errors }
}

/**
 * No mail server is connected: every letter is written and kept in the outbox, and nothing pretends to be sent. A few at
 * a time, so that readers are served in between; what a crash leaves over waits for a mail server or for a stop.
 */
async function keepAll(deps: Deps, { id, file_name }: CampaignRow): Promise<void> {
  const press = pressFor(deps, file_name)
  while (await deps.db.transaction().execute((tx) => keepSome(tx, deps, press, id))) await letOthersIn()
  await deps.db
    .updateTable('campaigns')
    .set({ state: 'done', trouble: null, finished_at: deps.now().toISOString() })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute()
}

/** False: nothing is left to keep, or she has stopped it. */
async function keepSome(tx: Db, deps: Deps, press: Press, campaignId: string): Promise<boolean> {
  const { state, file_name } = await getRow(tx, campaignId)
  if (state !== 'sending') return false
  const queued = tx.selectFrom('deliveries').select(['id', 'email']).where('state', '=', 'queued')
  const some = await queued.where('campaign_id', '=', campaignId).limit(keptAtOnce).execute()
  if (some.length === 0) return false
  await openLinks(tx, file_name, some, deps.now())
  const emails = some.map(({ email }) => email)
  const people = await knownAmong(tx, emails)
  const drafts = some.map(({ id, email }) => ({
    id,
    ...bookLetter(deps, press, email, { fileName: file_name, linkId: id, personId: people.get(email) ?? id }),
  }))
  await keepLetters(tx, deps, drafts)
  const ids = some.map(({ id }) => id)
  const kept = { state: 'kept', settled_at: deps.now().toISOString() } as const
  await tx.updateTable('deliveries').set(kept).where('id', 'in', ids).execute()
  return true
}

/**
 * A letter that was kept in the outbox is a letter of its campaign all the same: once it has left there, it counts. Asked
 * of every letter that was delivered, and again when that was cut short.
 */
export async function noteLeft({ db, now }: Deps, letterId: string): Promise<void> {
  const at = now().toISOString()
  const left = await db
    .updateTable('deliveries')
    .set({ state: 'sent', settled_at: at })
    .where('state', '=', 'kept')
    .where('id', 'in', ({ selectFrom }) =>
      selectFrom('letters').select('id').where('id', '=', letterId).where('state', '=', 'sent'),
    )
    .returning('campaign_id')
    .executeTakeFirst()
  if (!left) return
  const campaign = db.updateTable('campaigns').where('id', '=', left.campaign_id)
  await campaign.set({ finished_at: at }).where('finished_at', 'is not', null).execute()
}

/** What is heard of a letter after it has left; answers whose it was, or null where there is none of this id. */
export async function noteDeliveryAftermath(tx: Db, id: string, { state, reason }: Aftermath): Promise<string | null> {
  await tx
    .updateTable('deliveries')
    .set({ error: reason, ...(state ? { state } : {}) })
    .where('id', '=', id)
    .where('state', 'in', ['sent', 'unknown'])
    .execute()
  const delivery = await tx.selectFrom('deliveries').select('email').where('id', '=', id).executeTakeFirst()
  return delivery?.email ?? null
}

/** Letters that are on their way lead to it: until they have left, it stays. */
export async function removeFile(deps: Deps, fileName: string): Promise<void> {
  await removeBook(deps, fileName, async (tx) => {
    const onItsWay = tx.selectFrom('campaigns').select('id').where('file_name', '=', fileName)
    if (!(await onItsWay.where('finished_at', 'is', null).executeTakeFirst())) return
    throw new AppError(
      'conflict',
      'Letters that bring this file are on their way. Wait until that is done, or stop it first.',
    )
  })
}

function underWay(): AppError {
  return new AppError('conflict', 'This book is being sent right now. Wait until that is done, or stop it first.')
}

function toDelivery(campaign: CampaignRow, email: string, id: string): DeliveryRow {
  return {
    id,
    campaign_id: campaign.id,
    email,
    state: 'queued',
    error: null,
    attempts: 0,
    next_at: campaign.starts_at,
    node: null,
    lease_until: null,
    settled_at: null,
  }
}

async function change(deps: Deps, id: string, from: CampaignRow['state'][], to: Partial<CampaignRow>) {
  const { numUpdatedRows } = await deps.db
    .updateTable('campaigns')
    .set(to)
    .where('id', '=', id)
    .where('state', 'in', from)
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return deps.wakeWorker()
  await getRow(deps.db, id)
  throw new AppError('conflict', 'That cannot be done with this campaign any more.')
}

export function pauseCampaign(deps: Deps, id: string) {
  return change(deps, id, ['sending'], { state: 'paused', trouble: 'You paused it.' })
}

/** She may have mended the mail server meanwhile: what was put off is tried now, and has a whole day again. */
export async function resumeCampaign(deps: Deps, id: string) {
  const now = deps.now().toISOString()
  await change(deps, id, ['paused'], { state: 'sending', trouble: null, starts_at: now })
  await deps.db
    .updateTable('deliveries')
    .set({ next_at: now })
    .where('campaign_id', '=', id)
    .where('state', '=', 'queued')
    .where('next_at', '>', now)
    .execute()
  deps.wakeWorker()
}

/** What has not left yet never will. Within the hold nothing has: that is an undo. */
export async function stopCampaign(deps: Deps, id: string) {
  const at = deps.now()
  const { starts_at } = await getRow(deps.db, id)
  await change(deps, id, ['sending', 'paused'], { state: 'stopped', finished_at: at.toISOString() })
  await recordEvent(deps.db, at.toISOString() < starts_at ? 'campaigns.undone' : 'campaigns.stopped', at)
}

/**
 * Tries the failed ones once more. The uncertain ones are not among them: they may have arrived. Nor are those who get
 * nothing any more: why they failed stays written.
 */
export async function retryFailed(deps: Deps, id: string): Promise<void> {
  await reopen(deps, id, async (tx) => {
    const failed = tx.selectFrom('deliveries').select(['id', 'email']).where('campaign_id', '=', id)
    const rows = await failed.where('state', '=', 'failed').execute()
    const emails = rows.map(({ email }) => email)
    const gone = await suppressedAmong(tx, deps.keyFor, emails)
    const wanted = rows.filter(({ email }) => !gone.has(email)).map(({ id }) => id)
    if (rows.length > 0 && wanted.length === 0) throw nobodyToRetry()
    for (let from = 0; from < wanted.length; from += rowsAtOnce) {
      const some = wanted.slice(from, from + rowsAtOnce)
      await requeue(tx, deps, id).where('state', '=', 'failed').where('id', 'in', some).execute()
    }
  })
  deps.wakeWorker()
}

function nobodyToRetry(): AppError {
  return new AppError('conflict', 'There is nobody to try again: these mailboxes are gone, or their readers have left.')
}

/** An uncertain letter: the owner alone decides whether it counts as sent or goes out once more. */
export async function decide(deps: Deps, deliveryId: string, decision: 'again' | 'sent'): Promise<void> {
  const { db, now } = deps
  const row = await db.selectFrom('deliveries').selectAll().where('id', '=', deliveryId).executeTakeFirst()
  if (row?.state !== 'unknown') throw new AppError('conflict', 'There is nothing to decide about this letter any more.')
  if (decision === 'sent') {
    await db
      .updateTable('deliveries')
      .set({ state: 'sent', error: 'counted as sent by hand', settled_at: now().toISOString() })
      .where('id', '=', deliveryId)
      .where('state', '=', 'unknown')
      .execute()
    return
  }
  await reopen(deps, row.campaign_id, (tx) =>
    requeue(tx, deps, row.campaign_id).where('id', '=', deliveryId).where('state', '=', 'unknown').execute(),
  )
  deps.wakeWorker()
}

function requeue(tx: Db, { now }: Deps, campaignId: string) {
  return tx
    .updateTable('deliveries')
    .set({ state: 'queued', error: null, attempts: 0, next_at: now().toISOString(), settled_at: null })
    .where('campaign_id', '=', campaignId)
}

/** For what goes out after all once a campaign is over. One that is paused goes on when she says so, with this in it. */
async function reopen(deps: Deps, id: string, requeue: (tx: Db) => Promise<unknown>): Promise<void> {
  try {
    await deps.db.transaction().execute(async (tx) => {
      await lockCampaign(tx, deps, id)
      await setGoing(tx, deps, await getRow(tx, id))
      await requeue(tx)
    })
  } catch (error) {
    // Two at once: the database lets one through.
    if (isTaken(error)) throw underWay()
    throw error
  }
}

/** PostgreSQL's unique_violation; on SQLite one transaction waits for the other and sees what it did. */
function isTaken(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '23505'
}

async function setGoing(tx: Db, { now }: Deps, { id, file_name, state, finished_at }: CampaignRow) {
  if (!finished_at) return
  const other = await tx
    .selectFrom('campaigns')
    .select('id')
    .where('file_name', '=', file_name)
    .where('finished_at', 'is', null)
    .where('id', '!=', id)
    .executeTakeFirst()
  if (other) throw underWay()
  if (state === 'stopped') {
    // She stopped these for good: trying others again must not send them.
    await tx
      .updateTable('deliveries')
      .set({ state: 'skipped', error: 'not sent: you stopped it', settled_at: now().toISOString() })
      .where('campaign_id', '=', id)
      // In hand and not begun counts too: whoever has it hears at the gate that it is not hers any more.
      .where('state', 'in', ['queued', 'leased'])
      .execute()
  }
  await tx
    .updateTable('campaigns')
    .set({ state: 'sending', trouble: null, starts_at: now().toISOString(), finished_at: null })
    .where('id', '=', id)
    .execute()
}

import { normaliseEmail, oneLine } from '#lib/email.ts'
import { withoutKey } from '#lib/paths.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { newId } from '#server/ids.ts'
import { enqueue } from '#server/jobs.ts'
import { mayWriteTo } from '#server/letter-budget.ts'
import type { SuppressionRow } from '#server/letters.table.ts'
import { writeLetter } from '#server/letters.ts'
import { clientHash, insistWithin } from '#server/rate-limit.ts'
import { openToken, signToken } from '#server/signed-token.ts'
import { findSuppression, isSuppressed, suppress } from '#server/suppressions.ts'
import { arcStateOn } from './arc.ts'
import { arcSource, type SignupAnswer, type SignupInput, type Source, sources } from './contract.ts'
import { arcLetter, confirmLetter, welcomeLetter } from './emails.server.tsx'
import type { ConsentRow, SubscriberRow } from './tables.server.ts'
import { currentWording, shownWording, type Wording } from './wordings.server.ts'

/** A signup as it was asked for, kept until the worker has looked at it. */
export type SignupRequest = {
  email: string
  name: string | null
  source: Source
  readerMagnetId: string | null
  wantsNewsletter: boolean
  page: string
  /** what her form said, when it was sent; none in a job from before it was written down */
  wording?: Wording
  client: string
  /** the trap has caught it: it costs the same until here, and nothing comes of it */
  isCaught?: boolean
}

const perClient = [
  { most: 5, seconds: 600 },
  { most: 20, seconds: 86_400 },
]

/**
 * Takes a signup. What happens to it depends on the person and therefore happens later, in a job: here, everybody
 * costs the same two writes and gets the same answer, so nobody can learn who is on the list.
 */
export async function requestSignup(deps: Deps, input: SignupInput, address: string): Promise<SignupAnswer> {
  const { db, env, now } = deps
  if (input.source === arcSource && !deps.site().arcBook) throw noAdvanceCopy()
  const client = await clientHash(db, address, now())
  if (env.isRateLimited) {
    for (const limit of perClient) await insistWithin(db, `signup:${limit.seconds}:${client}`, limit, now())
  }
  const request = toRequest(input, client)
  // Decided here and not in the worker: by then other words may stand.
  const wording = await shownWording(db, deps, request.source === arcSource ? 'arc' : 'newsletter', input.wording)
  // → takeSignup below, in the worker.
  await enqueue(db, 'newsletter.signup', { ...request, wording }, now())
  deps.wakeWorker()
  return { message: "You've successfully joined the mailing list.", confirm: env.isDoubleOptIn }
}

function noAdvanceCopy(): AppError {
  return new AppError(
    'gone',
    'There is no advance copy to ask for at the moment. The newsletter tells you of the next.',
  )
}

function toRequest(input: SignupInput, client: string): SignupRequest {
  const source = sources.find((known) => known === input.source) ?? 'other'
  return {
    email: input.email,
    name: oneLine(input.name ?? '', 100) || null,
    source,
    readerMagnetId: input.readerMagnetId ?? null,
    // An ARC request is no consent to the newsletter: that takes the separate box.
    wantsNewsletter: source !== arcSource || input.newsletter === true,
    page: withoutKey(input.page ?? ''),
    client,
    isCaught: Boolean(input.company_url),
  }
}

/** The worker's half: what a signup means for this person. Safe to repeat. */
export async function takeSignup(deps: Deps, request: SignupRequest): Promise<void> {
  if (request.isCaught) return
  const isOnTheList = await deps.db.transaction().execute(async (tx) => {
    if (await isSuppressed(tx, deps.keyFor, request.email)) return false
    if (request.source === arcSource) await takeArcRequest(tx, deps, request)
    return request.wantsNewsletter && (await takeSubscription(tx, deps, request))
  })
  if (isOnTheList) deps.noteEvent('confirmed')
}

async function takeArcRequest(tx: Db, deps: Deps, request: SignupRequest) {
  const at = deps.now()
  const { arcBook } = deps.site()
  // Taken off the shelf since she asked: there is nothing left to promise her.
  if (!arcBook) return
  const row = {
    id: newId(at),
    email: normaliseEmail(request.email),
    name: request.name,
    reader_magnet_id: request.readerMagnetId,
    asked_for: null,
    created_at: at.toISOString(),
  }
  // A row that is there already is written over with itself: that locks it, and two requests at once are one.
  const { id, asked_for: before } = await tx
    .insertInto('arc_requests')
    .values(row)
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email: row.email }))
    .returning(['id', 'asked_for'])
    .executeTakeFirstOrThrow()
  const state = arcStateOn(arcBook, at.toISOString())
  // Whoever asked for this book and asks again once it is out, asks for the next one.
  const asked_for = `${arcBook.id} ${state}`
  if (before === asked_for) return
  await tx.updateTable('arc_requests').set({ asked_for }).where('id', '=', id).execute()
  const wording = request.wording ?? (await currentWording(tx, deps, 'arc'))
  // Of a request from before the book was written down, the words she agreed to say what it was for.
  if (before === null && (await findGiven(tx, id, 'arc'))?.wording === wording.wording) return
  await recordConsent(tx, deps, request, { subscriberId: id, purpose: 'arc', act: 'given', method: 'form', wording })
  if (!(await mayWriteTo(tx, deps, 'arc', request.email))) return
  const unsubscribeUrl = unsubscribeUrlFor(deps, id)
  await writeLetter(tx, deps, {
    kind: 'newsletter.arc',
    to: { name: '', address: row.email },
    ...arcLetter(placeOf(deps), unsubscribeUrl, arcBook, state),
    headers: unsubscribeHeaders(unsubscribeUrl, deps.site().sender),
  })
}

/** Answers whether somebody is on the list now who was not, with nothing left to confirm. */
async function takeSubscription(tx: Db, deps: Deps, request: SignupRequest): Promise<boolean> {
  const { env, now } = deps
  const at = now()
  const email = normaliseEmail(request.email)
  const fresh = {
    id: newId(at),
    email,
    name: request.name,
    state: env.isDoubleOptIn ? ('pending' as const) : ('active' as const),
    source: request.source,
    created_at: at.toISOString(),
    confirmed_at: null,
    left_at: null,
  }
  const added = await tx
    .insertInto('subscribers')
    .values(fresh)
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returningAll()
    .executeTakeFirst()
  const person =
    added ?? (await tx.selectFrom('subscribers').selectAll().where('email', '=', email).executeTakeFirstOrThrow())
  if (!added && person.state !== 'pending') return false
  await recordConsent(tx, deps, request, {
    subscriberId: person.id,
    purpose: 'newsletter',
    act: 'given',
    method: 'form',
    // The box on the advance copy's form speaks of the newsletter in words of its own.
    wording: request.source === arcSource ? undefined : request.wording,
  })
  const isActive = person.state === 'active'
  if (!(await mayWriteTo(tx, deps, 'signup', email))) return isActive
  if (isActive) await welcome(tx, deps, person)
  else
    await writeLetter(tx, deps, {
      kind: 'newsletter.confirm',
      to: { name: '', address: email },
      ...confirmLetter(placeOf(deps), signToken(deps.keyFor('confirm'), person.id)),
    })
  return isActive
}

async function welcome(tx: Db, deps: Deps, person: SubscriberRow) {
  const unsubscribeUrl = unsubscribeUrlFor(deps, person.id)
  await writeLetter(tx, deps, {
    kind: 'newsletter.welcome',
    to: { name: '', address: person.email },
    ...welcomeLetter(placeOf(deps), unsubscribeUrl),
    headers: unsubscribeHeaders(unsubscribeUrl, deps.site().sender),
  })
}

/** The button in the first letter was pressed. Pressing it again changes nothing. */
export async function confirmSubscription(deps: Deps, token: string): Promise<void> {
  const id = openToken(deps.keyFor('confirm'), token)
  const person = id && (await deps.db.selectFrom('subscribers').selectAll().where('id', '=', id).executeTakeFirst())
  if (!person) throw notOurLink()
  if (person.state === 'left') {
    throw new AppError('gone', 'This address has left the list. If you would like to come back, write to the author.')
  }
  if (person.state !== 'pending') return
  const isConfirmed = await deps.db.transaction().execute(async (tx) => {
    const at = deps.now().toISOString()
    const changed = await tx
      .updateTable('subscribers')
      .set({ state: 'active', confirmed_at: at })
      .where('id', '=', person.id)
      .where('state', '=', 'pending')
      .returningAll()
      .executeTakeFirst()
    if (!changed) return false
    await recordConsent(
      tx,
      deps,
      { ...person, page: '/confirm', client: null },
      { subscriberId: person.id, purpose: 'newsletter', act: 'confirmed', method: 'letter' },
    )
    await welcome(tx, deps, changed)
    return true
  })
  if (isConfirmed) deps.noteEvent('confirmed')
  deps.wakeWorker()
}

/** Whether the button behind this link has done what it can do. */
export async function isConfirmed(deps: Deps, token: string): Promise<boolean> {
  const id = openToken(deps.keyFor('confirm'), token)
  const person = id && (await deps.db.selectFrom('subscribers').select('state').where('id', '=', id).executeTakeFirst())
  return person ? person.state === 'active' : false
}

/** The same for the way out. Whose mailbox refused a letter has not left by that. */
export async function hasLeft({ db, keyFor }: Deps, token: string): Promise<boolean> {
  const id = openToken(keyFor('unsubscribe'), token)
  const person = id && (await findAddressee(db, id))
  if (!person) return false
  const reason = (await findSuppression(db, keyFor, person.email))?.reason
  return reason === 'left' || reason === 'erased' || (await hasWithdrawn(db, person.id))
}

/** The link in a letter was pressed. */
export async function unsubscribe(deps: Deps, token: string, method: 'letter' | 'one-click'): Promise<void> {
  const id = openToken(deps.keyFor('unsubscribe'), token)
  const how = { method, page: '/unsubscribe' }
  const wasHere = id && (await deps.db.transaction().execute((tx) => leave(tx, deps, id, how)))
  if (!wasHere) throw notOurLink()
}

/** She leaves, for good and at once, whichever list this id is of. Doing it twice is doing it once. False: nobody's id. */
export async function leave(tx: Db, deps: Deps, id: string, { method, page }: Pick<ConsentRow, 'method' | 'page'>) {
  const person = await findAddressee(tx, id)
  if (!person) return false
  await takeOffLists(tx, deps, person.email, 'left')
  if (await hasWithdrawn(tx, id)) return true
  const act = { subscriberId: id, purpose: person.purpose, act: 'withdrawn', method } as const
  await recordConsent(tx, deps, { ...person, page, client: null }, act)
  return true
}

type Told = { email: string; reason: SuppressionRow['reason']; source: string; method: ConsentRow['method'] }

/** Somebody else's list says that she has left, complained or cannot be reached there: so nothing goes to her from here. */
export async function leaveAsTold(tx: Db, deps: Deps, { email, reason, source, method }: Told): Promise<void> {
  const { subscriber, member } = await takeOffLists(tx, deps, email, reason)
  const subscriberId = subscriber?.id ?? member?.id
  // An address that is dead has withdrawn nothing.
  if (!subscriberId || reason === 'bounced') return
  const purpose = subscriber ? 'newsletter' : 'free-book'
  const giver = { email, page: '', source, client: null }
  await recordConsent(tx, deps, giver, { subscriberId, purpose, act: 'withdrawn', method })
}

/** Off every list of ours and never back. Answers where she was until now. */
async function takeOffLists(tx: Db, { keyFor, now }: Deps, email: string, reason: SuppressionRow['reason']) {
  const left_at = now().toISOString()
  await suppress(tx, keyFor, email, reason, now())
  const subscriber = await tx
    .updateTable('subscribers')
    .set({ state: 'left', name: null, left_at })
    .where('email', '=', email)
    .where('state', '!=', 'left')
    .returning('id')
    .executeTakeFirst()
  const member = await tx
    .updateTable('group_members')
    .set({ left_at })
    .where('email', '=', email)
    .where('left_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return { subscriber, member }
}

async function hasWithdrawn(tx: Db, id: string): Promise<boolean> {
  const acts = tx.selectFrom('consents').select('id').where('subscriber_id', '=', id).where('act', '=', 'withdrawn')
  return (await acts.executeTakeFirst()) !== undefined
}

async function findAddressee(db: Db, id: string) {
  const subscriber = await db
    .selectFrom('subscribers')
    .select(['id', 'email', 'source'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (subscriber) return { ...subscriber, purpose: 'newsletter' as const }
  const request = await db.selectFrom('arc_requests').select(['id', 'email']).where('id', '=', id).executeTakeFirst()
  if (request) return { ...request, source: arcSource, purpose: 'arc' as const }
  // Leaving is this room's business whichever way she came: with the owner's readers, or by a single letter to her.
  const member = await db.selectFrom('group_members').select(['id', 'email']).where('id', '=', id).executeTakeFirst()
  const link = await db.selectFrom('download_links').select(['id', 'email']).where('id', '=', id).executeTakeFirst()
  const { email } = member ?? link ?? { email: null }
  return email === null ? undefined : { id, email, source: 'free_book', purpose: 'free-book' as const }
}

function notOurLink(): AppError {
  return new AppError(
    'not_found',
    'This link is not one of ours, or it has been cut short. Copy it whole from the letter.',
  )
}

/** The way out for whoever is on one of our lists under this id. It never closes. */
export function unsubscribeUrlFor({ env, keyFor }: Pick<Deps, 'env' | 'keyFor'>, id: string): string {
  return `${env.siteUrl}/unsubscribe/${signToken(keyFor('unsubscribe'), id)}`
}

/** RFC 8058: a mail program's own button, which posts and asks nothing. */
export function unsubscribeHeaders(url: string, sender: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${url}>, <mailto:${sender}?subject=unsubscribe>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

type Giver = { email: string; page: string; source: string; client: string | null }
type Act = Pick<ConsentRow, 'purpose' | 'act' | 'method'> & { subscriberId: string; wording?: Wording | undefined }

/** Writes down what somebody agreed to; whoever confirms or withdraws it does so in the words it was given in. */
export async function recordConsent(tx: Db, deps: Deps, giver: Giver, { subscriberId, wording, ...act }: Act) {
  const { now } = deps
  const given = act.act === 'given' ? wording : await findGiven(tx, subscriberId, act.purpose)
  await tx
    .insertInto('consents')
    .values({
      id: newId(now()),
      subscriber_id: subscriberId,
      email: giver.email,
      ...act,
      ...(given ?? (await currentWording(tx, deps, act.purpose))),
      page: giver.page,
      source: giver.source,
      client_hash: giver.client,
      at: now().toISOString(),
    })
    .execute()
}

function findGiven(tx: Db, subscriberId: string, purpose: ConsentRow['purpose']) {
  return tx
    .selectFrom('consents')
    .select(['wording', 'wording_hash'])
    .where('subscriber_id', '=', subscriberId)
    .where('purpose', '=', purpose)
    .where('act', '=', 'given')
    .orderBy('id', 'desc')
    .executeTakeFirst()
}

function placeOf({ env, site }: Deps) {
  return { siteUrl: env.siteUrl, ...site() }
}

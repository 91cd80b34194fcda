import { findGiven, recordConsent, type Wording } from '#features/people/consents.server.ts'
import { notOurLink, unsubscribeHeaders, unsubscribeUrlFor } from '#features/people/leaving.server.ts'
import { confirmPlace, findMember, findPlace, join, keepPlace, replacePlace } from '#features/people/service.server.ts'
import { oneLine } from '#lib/email.ts'
import { withoutKey } from '#lib/paths.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { enqueue } from '#server/jobs.ts'
import { mayWriteTo } from '#server/letter-budget.ts'
import { writeLetter } from '#server/letters.ts'
import { clientHash, insistWithin } from '#server/rate-limit.ts'
import { openToken, signToken } from '#server/signed-token.ts'
import { isSuppressed } from '#server/suppressions.ts'
import { arcStateOn } from './arc.ts'
import { arcSource, type SignupAnswer, type SignupInput, type Source, sources } from './contract.ts'
import { arcLetter, confirmLetter, welcomeLetter } from './emails.server.tsx'
import { currentWording, shownWording } from './wordings.server.ts'

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
  const state = arcStateOn(arcBook, at.toISOString())
  // Whoever asked for this book and asks again once it is out, asks for the next one.
  const about = `${arcBook.id} ${state}`
  const joined = await join(tx, deps, request, { list: 'arc', about, reader_magnet_id: request.readerMagnetId })
  if (!joined?.isNew) return
  const { person } = joined
  const wording = request.wording ?? (await currentWording(tx, deps, 'arc'))
  const before = await findPlace(tx, person.id, 'arc')
  if (before) await replacePlace(tx, joined.membership, before)
  // Of a request from before the book was written down, the words she agreed to say what it was for.
  if (before && (await findGiven(tx, person.id, 'arc'))?.wording === wording.wording) return
  await recordConsent(tx, deps, { ...giverOf(request, person), purpose: 'arc', act: 'given' }, given(request, wording))
  if (!(await mayWriteTo(tx, deps, 'arc', person.email))) return
  const unsubscribeUrl = unsubscribeUrlFor(deps, (before ?? joined.membership).id)
  await writeLetter(tx, deps, {
    kind: 'newsletter.arc',
    to: { name: '', address: person.email },
    ...arcLetter(placeOf(deps), unsubscribeUrl, arcBook, state),
    headers: unsubscribeHeaders(unsubscribeUrl, deps.site().sender),
  })
}

/** Answers whether somebody is on the list now who was not, with nothing left to confirm. */
async function takeSubscription(tx: Db, deps: Deps, request: SignupRequest): Promise<boolean> {
  const state = deps.env.isDoubleOptIn ? 'pending' : 'active'
  const joined = await join(tx, deps, request, { list: 'newsletter', state })
  // Whoever was brought in and now asks herself is here by her own wish, and an undone import leaves her alone.
  const isHerOwnNow = joined?.membership.import_id && (await keepPlace(tx, joined.membership, request.source))
  if (!joined || !(joined.isNew || isHerOwnNow || joined.membership.state === 'pending')) return false
  const { person, membership } = joined
  // The box on the advance copy's form speaks of the newsletter in words of its own.
  const shown = request.source === arcSource ? undefined : request.wording
  const wording = shown ?? (await currentWording(tx, deps, 'newsletter'))
  const act = { ...giverOf(request, person), purpose: 'newsletter', act: 'given' } as const
  await recordConsent(tx, deps, act, given(request, wording))
  if (isHerOwnNow && membership.state === 'active') return false
  const isActive = membership.state === 'active'
  if (!(await mayWriteTo(tx, deps, 'signup', person.email))) return isActive
  if (isActive) await welcome(tx, deps, person.email, membership.id)
  else
    await writeLetter(tx, deps, {
      kind: 'newsletter.confirm',
      to: { name: '', address: person.email },
      ...confirmLetter(placeOf(deps), signToken(deps.keyFor('confirm'), membership.id)),
    })
  return isActive
}

type Joined = NonNullable<Awaited<ReturnType<typeof join>>>

function giverOf({ email, page, source }: SignupRequest, person: Joined['person']) {
  return { person_id: person.id, email, page, source, method: 'form' } as const
}

function given({ client }: SignupRequest, wording: Wording) {
  return { wording, client_hash: client }
}

async function welcome(tx: Db, deps: Deps, email: string, membershipId: string) {
  const unsubscribeUrl = unsubscribeUrlFor(deps, membershipId)
  await writeLetter(tx, deps, {
    kind: 'newsletter.welcome',
    to: { name: '', address: email },
    ...welcomeLetter(placeOf(deps), unsubscribeUrl),
    headers: unsubscribeHeaders(unsubscribeUrl, deps.site().sender),
  })
}

/** The button in the first letter was pressed. Pressing it again changes nothing. */
export async function confirmSubscription(deps: Deps, token: string): Promise<void> {
  const id = openToken(deps.keyFor('confirm'), token)
  const member = id && (await findMember(deps.db, id))
  if (!member) throw notOurLink()
  if (member.left_at !== null) {
    throw new AppError('gone', 'This address has left the list. If you would like to come back, write to the author.')
  }
  const isNew = await deps.db.transaction().execute(async (tx) => {
    if (!(await confirmPlace(tx, deps, member))) return false
    const { person_id, email, source } = member
    const how = { purpose: 'newsletter', act: 'confirmed', method: 'letter', page: '/confirm' } as const
    await recordConsent(tx, deps, { person_id, email, source, ...how })
    await welcome(tx, deps, email, member.id)
    return true
  })
  if (isNew) deps.noteEvent('confirmed')
  deps.wakeWorker()
}

/** Whether the button behind this link has done what it can do. */
export async function isConfirmed(deps: Deps, token: string): Promise<boolean> {
  const id = openToken(deps.keyFor('confirm'), token)
  const member = id && (await findMember(deps.db, id))
  // Of whoever was brought in meanwhile the button makes a place of her own.
  return member ? member.state === 'active' && member.basis === null && member.left_at === null : false
}

function placeOf({ env, site }: Deps) {
  return { siteUrl: env.siteUrl, ...site() }
}

import { leaveAsTold } from '#features/people/leaving.server.ts'
import { isEmail, normaliseEmail } from '#lib/email.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { hashOf } from '#server/ids.ts'
import { enqueueAll } from '#server/jobs.ts'
import { isOwnersAddress, noteAftermath } from '#server/letters.ts'
import { clientHash, countWithin, insistWithin } from '#server/rate-limit.ts'
import type { Hear, MailEvent, Post } from './said.server.ts'

/** `from`: who tells it, in words for the owner. */
type Told = { from: string; events: MailEvent[] }

declare module '#server/jobs.ts' {
  interface JobKinds {
    'mail-events.take': Told
  }
}

const wrongTries = { most: 30, seconds: 600 }
/** Twice as long as a message may be old: whatever comes again is known again. */
const rememberedFor = { most: 1, seconds: 2 * 86_400 }

/** Checks who says it, writes down what to do and answers: a service waits for seconds only. */
export async function hearEvents(deps: Deps, from: string, hear: Hear, post: Post, address: string): Promise<void> {
  const { db, env, now } = deps
  const { events, once } = await hear(deps, post).catch(async (error) => {
    // Only whoever cannot prove herself is counted: a service that has much to tell is not.
    const client = await clientHash(db, address, now())
    if (env.isRateLimited) await insistWithin(db, `mail-events:${client}`, wrongTries, now())
    throw error
  })
  await db.transaction().execute(async (tx) => {
    const isNew = once === null || (await countWithin(tx, `mail-event:${hashOf(once)}`, rememberedFor, now()))
    if (!isNew) throw new AppError('conflict', 'This very message was heard before. Nothing is changed by it again.')
    // → takeEvents below, in the worker.
    // One for each: they are of different people, and whoever is erased takes hers along.
    const told = events.map((event) => ({ from, events: [event] }))
    await enqueueAll(tx, 'mail-events.take', told, now())
  })
  deps.wakeWorker()
}

export async function takeEvents(deps: Deps, { from, events }: Told): Promise<void> {
  for (const event of events) await takeEvent(deps, from, event)
}

/**
 * What it means for the letter and for whoever it was for; false where we know neither. An address we never knew is kept
 * as a hash and nothing else: the service will not write to it again, and neither must we. Safe to repeat.
 */
export async function takeEvent(
  deps: Deps,
  from: string,
  { kind, email, letter, reason }: MailEvent,
): Promise<boolean> {
  return deps.db.transaction().execute(async (tx) => {
    const [, id] = /^<?([0-9a-f-]{36})(?:@|$)/.exec(letter) ?? []
    const state = kind === 'bounced' || kind === 'complained' ? kind : null
    const aftermath = { state, reason: `${words[kind]} (${from})${reason ? `: ${reason}` : ''}` }
    const wasFor = id ? await noteAftermath(tx, id, aftermath) : null
    const person = normaliseEmail(email ?? wasFor ?? '')
    if (!isEmail(person)) return wasFor !== null
    // Her own notices go on whatever her mailbox does.
    if (kind !== 'noted' && !(await isOwnersAddress(tx, deps, person)))
      await leaveAsTold(tx, deps, { email: person, reason: kind, source: from, method: 'provider' })
    return true
  })
}

const words: Record<MailEvent['kind'], string> = {
  bounced: 'came back for good',
  complained: 'called junk',
  left: 'wants no more letters',
  noted: 'did not arrive this time',
}

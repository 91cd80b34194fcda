import { normaliseEmail, oneLine } from '#lib/email.ts'
import type { LetterKind } from '#lib/letter-kinds.ts'
import type { Db } from './db.ts'
import type { Deps } from './deps.ts'
import { newId } from './ids.ts'
import { enqueue, longestTry, TryLater } from './jobs.ts'
import type { LetterRow } from './letters.table.ts'
import { withListHeaders } from './list-headers.ts'
import type { Address, Outcome } from './mailer.ts'
import { isSuppressed, suppress } from './suppressions.ts'

declare module '#server/jobs.ts' {
  interface JobKinds {
    'mail.deliver': { letterId: string }
  }
}

export type Draft = {
  kind: LetterKind
  to: Address
  replyTo?: Address
  subject: string
  html: string
  text: string
  headers?: Record<string, string>
  about?: string
}

/** How long nobody knocks at a mail server that did not answer: one try in half a minute, whoever asks. */
const serverAwayPause = 30_000

function toRow(draft: Draft, state: 'queued' | 'kept', at: Date, id = newId(at)): LetterRow {
  return {
    id,
    kind: draft.kind,
    to_email: draft.to.address,
    to_name: oneLine(draft.to.name, 100),
    reply_to_email: draft.replyTo?.address ?? null,
    reply_to_name: draft.replyTo ? oneLine(draft.replyTo.name, 100) : null,
    subject: oneLine(draft.subject, 120),
    html: draft.html,
    text: draft.text,
    headers: JSON.stringify(draft.headers ?? {}),
    about: draft.about ?? null,
    state,
    error: null,
    created_at: at.toISOString(),
    queued_at: null,
    dispatched_at: null,
    settled_at: null,
  }
}

/** Keeps a letter and the job to deliver it, in the caller's transaction. Without a mail server it stays in the outbox. */
export async function writeLetter(
  db: Db,
  { now, mailer }: Pick<Deps, 'now' | 'mailer'>,
  draft: Draft,
): Promise<string> {
  const row = toRow(draft, mailer ? 'queued' : 'kept', now())
  await db.insertInto('letters').values(row).execute()
  // → createDelivery below, in the worker.
  if (mailer) await enqueue(db, 'mail.deliver', { letterId: row.id }, now())
  return row.id
}

/** Many letters for the outbox at once, where no mail server is connected; each under the id its sender knows it by. */
export async function keepLetters(
  db: Db,
  { now }: Pick<Deps, 'now'>,
  drafts: readonly (Draft & { id: string })[],
): Promise<void> {
  const rows = drafts.map((draft) => toRow(draft, 'kept', now(), draft.id))
  await db.insertInto('letters').values(rows).execute()
}

/** Where letters to the author herself go: the address she has named for them, or else the one she signs in with. */
export async function ownerAddress(db: Db, { env, site }: Pick<Deps, 'env' | 'site'>): Promise<string> {
  const [first] = await ownerAddresses(db, env)
  return first ?? site().author.email
}

/** Her own notices and tests are no mailing: leaving her list, or one bounce, must not make her deaf to her readers. */
export async function isOwnersAddress(db: Db, env: Deps['env'], email: string): Promise<boolean> {
  return (await ownerAddresses(db, env)).some((hers) => normaliseEmail(hers) === normaliseEmail(email))
}

async function ownerAddresses(db: Db, { ownerEmail }: Deps['env']): Promise<string[]> {
  const owners = await db.selectFrom('owners').select('email').execute()
  return [...(ownerEmail ? [ownerEmail] : []), ...owners.map(({ email }) => email)]
}

/** The job behind every letter. It may run again after a crash: what happened before the gate is repeated, after it not. */
export function createDelivery(deps: Deps) {
  const { db, env, now } = deps
  const inTurn = createTurnstile(deps)

  async function settle(letter: LetterRow, state: LetterRow['state'], error: string | null = null) {
    await db
      .updateTable('letters')
      .set({ state, error, settled_at: now().toISOString() })
      .where('id', '=', letter.id)
      .execute()
  }

  async function deliver(letter: LetterRow) {
    if (!deps.mailer) return settle(letter, 'kept')
    const isToOwner = await isOwnersAddress(db, env, letter.to_email)
    if (!isToOwner && (await isSuppressed(db, deps.keyFor, letter.to_email)))
      return settle(letter, 'skipped', 'this address wants no letters')

    const outcome = await inTurn(() => send(letter))
    if (outcome.kind === 'sent') return settle(letter, 'sent')
    if (outcome.kind === 'unknown') return settle(letter, 'unknown', outcome.reason)
    if (outcome.kind === 'refused') {
      if (outcome.isAddressDead && !isToOwner) await suppress(db, deps.keyFor, letter.to_email, 'bounced', now())
      return settle(letter, 'bounced', outcome.reason)
    }
    const since = Date.parse(letter.queued_at ?? letter.created_at)
    if (now().getTime() - since > longestTry) return settle(letter, 'failed', outcome.reason)
    throw outcome.isServerAway ? new TryLater(outcome.reason, serverAwayPause) : new Error(outcome.reason)
  }

  async function send(letter: LetterRow): Promise<Outcome> {
    // Asked for at the last moment: in her turn she may find another mail server, or none.
    const { mailer } = deps
    if (!mailer)
      return { kind: 'deferred', reason: 'no mail server is connected', isServerAway: false, isOurFault: false }
    const change = (from: 'queued' | 'sending', to: Partial<LetterRow>) =>
      db.updateTable('letters').set(to).where('id', '=', letter.id).where('state', '=', from).executeTakeFirst()
    let isDispatched = false
    const outcome = await mailer.send(toMessage(deps, letter), async () => {
      const { numUpdatedRows } = await change('queued', { state: 'sending', dispatched_at: now().toISOString() })
      if (numUpdatedRows === 0n) throw new Error('somebody else has this letter in hand')
      isDispatched = true
    })
    if (outcome.kind === 'deferred')
      await change(isDispatched ? 'sending' : 'queued', { state: 'queued', dispatched_at: null, error: outcome.reason })
    return outcome
  }

  return async ({ letterId }: { letterId: string }) => {
    const letter = await db.selectFrom('letters').selectAll().where('id', '=', letterId).executeTakeFirst()
    if (letter?.state === 'sending') return settle(letter, 'unknown', 'stopped in the moment of sending')
    if (letter?.state === 'queued') await deliver(letter)
  }
}

/**
 * Lets letters through to a server that answers, and spares one that does not: until it has taken one, a single letter
 * knocks while the others wait to hear how it went, and after a failure nobody knocks for half a minute.
 */
function createTurnstile(deps: Pick<Deps, 'now' | 'log' | 'mailer'>) {
  const { now, log } = deps
  let server: 'new' | 'there' | 'away' = 'new'
  let awayUntil = 0
  let known = deps.mailer
  let knock: Promise<Outcome> | null = null

  /** What was learnt of one mail server says nothing about the next. */
  function meetServer() {
    if (deps.mailer === known) return
    known = deps.mailer
    server = 'new'
    awayUntil = 0
  }

  async function pass(send: () => Promise<Outcome>): Promise<Outcome> {
    const asked = deps.mailer
    const outcome = await send()
    if (deps.mailer !== asked) return outcome
    // A line that broke after the dot is a bad sign too: the next letter might end as uncertain as this one.
    const isAway = outcome.kind === 'unknown' || (outcome.kind === 'deferred' && outcome.isServerAway)
    if (isAway && server !== 'away') log.warn('mail server away', { reason: outcome.reason })
    if (isAway) awayUntil = now().getTime() + serverAwayPause
    server = isAway ? 'away' : 'there'
    return outcome
  }

  return async (send: () => Promise<Outcome>): Promise<Outcome> => {
    meetServer()
    while (server !== 'there' && knock) await knock.catch(() => {})
    const pause = awayUntil - now().getTime()
    // Longer than it was set to only after the clock was set back.
    if (pause > 0 && pause <= serverAwayPause)
      return { kind: 'deferred', reason: 'the mail server is away', isServerAway: true, isOurFault: false }
    if (server === 'there') return pass(send)
    knock = pass(send)
    try {
      return await knock
    } finally {
      knock = null
    }
  }
}

function toMessage({ env, site }: Pick<Deps, 'env' | 'site'>, letter: LetterRow) {
  const { hostname } = new URL(env.siteUrl)
  return {
    // Stable, so that a receiver who gets it twice after all can tell.
    messageId: `<${letter.id}@${hostname}>`,
    from: { name: site().author.name, address: site().sender },
    to: { name: letter.to_name, address: letter.to_email },
    replyTo: letter.reply_to_email ? { name: letter.reply_to_name ?? '', address: letter.reply_to_email } : null,
    subject: letter.subject,
    html: letter.html,
    text: letter.text,
    headers: withListHeaders(JSON.parse(letter.headers) as Record<string, string>, {
      siteUrl: env.siteUrl,
      stream: letter.kind,
    }),
  }
}

/** What is heard of a letter after it has left. Without a state it is only a note: it may arrive yet. */
export type Aftermath = { state: 'bounced' | 'complained' | null; reason: string }

/** Writes it down where the letter is; answers whom it was for, or null where there is none of this id. */
export async function noteAftermath(tx: Db, id: string, { state, reason }: Aftermath): Promise<string | null> {
  await tx
    .updateTable('letters')
    .set({ error: reason, ...(state ? { state } : {}) })
    .where('id', '=', id)
    .where('state', 'in', ['sent', 'unknown'])
    .execute()
  const letter = await tx.selectFrom('letters').select('to_email').where('id', '=', id).executeTakeFirst()
  return letter?.to_email ?? null
}

const keptDays = 90

/** A letter is proof for a while, and then only somebody's address in a drawer. By then none is waiting any more. */
export async function forgetOldLetters(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000).toISOString()
  await db.deleteFrom('letters').where('created_at', '<', oldest).execute()
}

/** After the site went back to an earlier moment: what waited then may have left since, and is not sent a second time. */
export async function doubtWaitingLetters(db: Db, error: string, now: Date): Promise<void> {
  await db
    .updateTable('letters')
    .set({ state: 'unknown', error, settled_at: now.toISOString() })
    .where('state', 'in', ['queued', 'sending'])
    .execute()
}

import { type SqlBool, sql } from 'kysely'
import { normaliseEmail, oneLine } from '#lib/email.ts'
import type { Db } from './db.ts'
import type { Deps } from './deps.ts'
import { newId } from './ids.ts'
import type { KindOfLetter, LetterKind, LetterKindTable } from './letter-kinds.ts'
import type { LetterRow } from './letters.table.ts'
import type { Address } from './mailer.ts'

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

/** A letter as it begins; whoever adds one says what is different. */
export function newLetter(
  given: Pick<LetterRow, 'id' | 'kind' | 'to_email' | 'state'> & Partial<LetterRow>,
  at: Date,
): LetterRow {
  return {
    to_name: '',
    reply_to_email: null,
    reply_to_name: null,
    subject: '',
    html: '',
    text: '',
    headers: '{}',
    about: null,
    error: null,
    created_at: at.toISOString(),
    queued_at: null,
    dispatched_at: null,
    settled_at: null,
    mailing_id: null,
    stream: '',
    attempts: 0,
    trying_since: null,
    next_at: '',
    node: null,
    lease_until: null,
    ...given,
  }
}

/** Writes a letter down, in the caller's transaction. Without a mail server it stays in the outbox. */
export async function writeLetter(
  db: Db,
  { now, mailer }: Pick<Deps, 'now' | 'mailer'>,
  { kind, to, replyTo, subject, html, text, headers = {}, about = undefined }: Draft,
): Promise<string> {
  const at = now()
  const row = newLetter(
    {
      id: newId(at),
      kind,
      to_email: to.address,
      to_name: oneLine(to.name, 100),
      reply_to_email: replyTo?.address ?? null,
      reply_to_name: replyTo ? oneLine(replyTo.name, 100) : null,
      subject: oneLine(subject, 120),
      html,
      text,
      headers: JSON.stringify(headers),
      about: about ?? null,
      state: mailer ? 'queued' : 'kept',
    },
    at,
  )
  // → post-office.ts carries it.
  await db.insertInto('letters').values(row).execute()
  return row.id
}

/** Where letters to the author herself go: the address she has named for them, or else the one she signs in with. */
export async function ownerAddress(db: Db, { ownAddresses, site }: Pick<Deps, 'ownAddresses' | 'site'>) {
  const [first] = await ownAddresses(db)
  return first ?? site().author.email
}

/** Her own notices and tests are no mailing: leaving her list, or one bounce, must not make her deaf to her readers. */
export async function isOwnersAddress(db: Db, { ownAddresses }: Pick<Deps, 'ownAddresses'>, email: string) {
  return (await ownAddresses(db)).some((hers) => normaliseEmail(hers) === normaliseEmail(email))
}

/** States in which a letter has yet to leave. */
export const onItsWay = ['queued', 'leased', 'sending'] as const
const yetToLeave = [...onItsWay, 'kept'] as const

/** Whose letter of this kind, about this, lies in the outbox or is leaving it: another one would be their second. */
export async function haveLetterWaiting(db: Db, kind: LetterKind, about: string): Promise<Set<string>> {
  const letters = await waitingLetters(db, kind, about).execute()
  return new Set(letters.map(({ to_email }) => normaliseEmail(to_email)))
}

export async function hasLetterWaiting(db: Db, kind: LetterKind, about: string, email: string): Promise<boolean> {
  const hers = waitingLetters(db, kind, about).where('to_email', '=', email)
  return (await hers.limit(1).executeTakeFirst()) !== undefined
}

/** Those of a stopped mailing are none: they never leave. */
function waitingLetters(db: Db, kind: LetterKind, about: string) {
  return lettersOf(db, kind, about).where('state', 'in', yetToLeave)
}

function lettersOf(db: Db, kind: LetterKind, about: string) {
  return db.selectFrom('letters').select('to_email').where('kind', '=', kind).where('about', '=', about)
}

/** Whether one of this kind, about what this column names, lies in the outbox or has yet to leave. */
export function areWaiting(kind: LetterKind, column: string) {
  return areSome(kind, column, yetToLeave)
}

const left = ['sent', 'unknown', 'bounced', 'complained'] as const

/** Whether one of this kind, about what this column names, has really left, with whichever mailing. */
export function haveLeft(kind: LetterKind, column: string) {
  return areSome(kind, column, left)
}

export async function hasAnyLeft(db: Db, kind: LetterKind, about: string): Promise<boolean> {
  const some = lettersOf(db, kind, about).where('state', 'in', left).limit(1)
  return (await some.executeTakeFirst()) !== undefined
}

function areSome(kind: LetterKind, column: string, states: readonly LetterRow['state'][]) {
  return sql<SqlBool>`exists (
    select 1 from ${sql.table('letters')} as l where l.kind = ${kind} and l.about = ${sql.ref(column)}
      and l.state in (${sql.join(states)})
  )`
}

const arrived = ['sent', 'complained'] as const

/** Who has got a letter of this kind about this, as part of a question about people. */
export function gotLetter(db: Db, kind: LetterKind, about: string) {
  return lettersOf(db, kind, about).where('state', 'in', arrived)
}

export async function countGot(db: Db, kind: LetterKind, about: string): Promise<number> {
  const got = gotLetter(db, kind, about).clearSelect()
  const { count } = await got.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return count
}

const mayHaveArrived = [...arrived, 'sending', 'unknown'] as const

/** Nor to these by itself a second time: they have it, or may. */
export function mayHaveGot(db: Db, kind: LetterKind, about: string) {
  return lettersOf(db, kind, about).where('state', 'in', mayHaveArrived)
}

/** Those of a mailing's failed letters whose readers have had no other of its kind since, and wait for none. */
export function failedWithoutAnother(db: Db, mailingId: string) {
  return db
    .selectFrom('letters')
    .select(['id', 'to_email'])
    .where('mailing_id', '=', mailingId)
    .where('state', '=', 'failed')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('letters as other')
            .select('other.id')
            .whereRef('other.kind', '=', 'letters.kind')
            // By her address, of which there are few letters: an index of what they are about would find all of them, each time.
            .where(sql`coalesce(other.about, '')`, '=', sql`coalesce(letters.about, '')`)
            .whereRef('other.to_email', '=', 'letters.to_email')
            .where(({ and, or, eb }) =>
              or([
                eb('other.state', 'in', yetToLeave),
                // She may have sent it to everybody again since an earlier one arrived: this is that one.
                and([
                  eb('other.state', 'in', mayHaveArrived),
                  eb('other.settled_at', '>=', eb.ref('letters.settled_at')),
                ]),
              ]),
            ),
        ),
      ),
    )
}

export type LetterResult = Pick<LetterRow, 'to_email' | 'state' | 'error' | 'settled_at'>

/**
 * What became of every letter of this kind about this, oldest first; at the end the sent ones, one for each address. One
 * that was stopped is none.
 */
export async function listLetterResults(db: Db, kind: LetterKind, about: string): Promise<LetterResult[]> {
  const letters = db
    .selectFrom('letters')
    .where('kind', '=', kind)
    .where('about', '=', about)
    .where('to_email', 'not like', `${erased}%`)
  const others = await letters
    .select(['to_email', 'state', 'error', 'settled_at'])
    .where('state', 'not in', ['sent', 'stopped'])
    .orderBy('id')
    .execute()
  const sent = await letters
    .select(({ fn }) => ['to_email', fn.max('settled_at').as('settled_at')])
    .where('state', '=', 'sent')
    .groupBy('to_email')
    .execute()
  return [...others, ...sent.map((row) => ({ ...row, state: 'sent' as const, error: null }))]
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
    // What the other side says may quote the address.
    .where('to_email', 'not like', `${erased}%`)
    .execute()
  const letter = await tx.selectFrom('letters').select('to_email').where('id', '=', id).executeTakeFirst()
  return letter?.to_email ?? null
}

const keptDays = 90

/**
 * A letter is proof for a while, and then only somebody's address in a drawer. What became of a mailing stays, without
 * the words; what was kept of it all that time goes to nobody any more.
 */
export async function forgetOldLetters(db: Db, now: Date): Promise<void> {
  const oldest = new Date(now.getTime() - keptDays * 86_400_000).toISOString()
  await db.deleteFrom('letters').where('created_at', '<', oldest).where('mailing_id', 'is', null).execute()
  await db
    .updateTable('letters')
    .set({ subject: '', html: '', text: '', headers: '{}' })
    .where('created_at', '<', oldest)
    .where('html', '!=', '')
    .execute()
  await db
    .updateTable('letters')
    .set({ state: 'stopped', settled_at: now.toISOString() })
    .where('state', '=', 'kept')
    .where('created_at', '<', oldest)
    .execute()
}

/** What stands instead of an address on a letter that is counted, and whose reader was erased. */
export const erased = 'erased '

/** After the site went back to an earlier moment: what waited then may have left since, and is not sent a second time. */
export async function doubtWaitingLetters(db: Db, error: string, now: Date): Promise<void> {
  await db.updateTable('mailings').set({ state: 'paused', trouble: error }).where('state', '=', 'sending').execute()
  const doubt = { state: 'unknown', error, node: null, lease_until: null, settled_at: now.toISOString() } as const
  await db.updateTable('letters').set(doubt).where('state', 'in', ['leased', 'sending']).execute()
  // Of a mailing, what was not in hand goes on when she says so.
  await db.updateTable('letters').set(doubt).where('state', '=', 'queued').where('stream', '=', '').execute()
}

/** After the words of letters were lost: only of a kind that is written as it leaves can one still go. */
export async function stopWordless(db: Db, kinds: LetterKindTable, error: string, now: Date): Promise<void> {
  const asTheyLeave = Object.entries<KindOfLetter>(kinds).flatMap(([kind, how]) => (how.whenItLeaves ? [kind] : []))
  await db
    .updateTable('letters')
    .set({ state: 'stopped', error, settled_at: now.toISOString() })
    .where('state', 'in', ['kept', 'unknown'])
    .where('kind', 'not in', asTheyLeave)
    .execute()
}

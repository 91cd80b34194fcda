import { createHmac } from 'node:crypto'
import { setImmediate as letOthersIn } from 'node:timers/promises'
import { normaliseEmail } from '#lib/email.ts'
import type { Db } from './db.ts'
import type { SuppressionRow } from './letters.table.ts'
import type { KeyFor } from './secret.ts'

/** What stands in the list instead of the address. Keyed, so that the list alone tells nobody who is on it. */
export function emailHash(keyFor: KeyFor, email: string): string {
  return createHmac('sha256', keyFor('suppression')).update(normaliseEmail(email)).digest('base64url')
}

export async function isSuppressed(db: Db, keyFor: KeyFor, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('suppressions')
    .select('email_hash')
    .where('email_hash', '=', emailHash(keyFor, email))
    .executeTakeFirst()
  return row !== undefined
}

const askedAtOnce = 500

type Reason = SuppressionRow['reason']

/** Which of these addresses get nothing any more, as their hashes, and why: one question for many. */
export async function suppressedAmong(db: Db, keyFor: KeyFor, emails: readonly string[]): Promise<Map<string, Reason>> {
  const found = new Map<string, Reason>()
  for (let from = 0; from < emails.length; from += askedAtOnce) {
    const hashes = emails.slice(from, from + askedAtOnce).map((email) => emailHash(keyFor, email))
    const rows = await db
      .selectFrom('suppressions')
      .select(['email_hash', 'reason'])
      .where('email_hash', 'in', hashes)
      .execute()
    for (const { email_hash, reason } of rows) found.set(email_hash, reason)
  }
  return found
}

const hashedAtOnce = 1_000
const mostRemembered = 50_000
const remembered = new WeakMap<KeyFor, Map<string, string>>()

export type Refusal = Pick<SuppressionRow, 'reason' | 'at'>

/**
 * The same for everybody there is, by address. Ten thousand hashes take a twentieth of a second: readers are served in
 * between, and what was hashed once is remembered.
 */
export async function refusedAmong(db: Db, keyFor: KeyFor, emails: readonly string[]): Promise<Map<string, Refusal>> {
  const rows = await db.selectFrom('suppressions').selectAll().execute()
  const refused = new Map<string, Refusal>()
  if (rows.length === 0) return refused
  const byHash = new Map(rows.map(({ email_hash, ...refusal }) => [email_hash, refusal]))
  const known = remembered.get(keyFor) ?? new Map<string, string>()
  if (known.size > mostRemembered) known.clear()
  remembered.set(keyFor, known)
  let hashed = 0
  for (const email of emails) {
    const hash = known.get(email) ?? emailHash(keyFor, email)
    if (!known.has(email) && ++hashed % hashedAtOnce === 0) await letOthersIn()
    known.set(email, hash)
    const refusal = byHash.get(hash)
    if (refusal) refused.set(email, refusal)
  }
  return refused
}

/** Why somebody gets nothing, for the author, who must not think that a reader left when her mailbox did. */
export function suppressionWords(reason: Reason): string {
  return reason === 'bounced' ? 'has a mailbox that does not exist any more' : 'has left and gets no more letters'
}

/** Nothing of ours takes an address off this list again: no signup, no import, no later confirmation. */
export async function suppress(db: Db, keyFor: KeyFor, email: string, reason: SuppressionRow['reason'], now: Date) {
  await db
    .insertInto('suppressions')
    .values({ email_hash: emailHash(keyFor, email), reason, at: now.toISOString() })
    .onConflict((conflict) => conflict.column('email_hash').doNothing())
    .execute()
}

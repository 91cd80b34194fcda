import { createHmac } from 'node:crypto'
import { setImmediate as letOthersIn } from 'node:timers/promises'
import { type SqlBool, sql } from 'kysely'
import { normaliseEmail } from '#lib/email.ts'
import type { Db } from './db.ts'
import type { SuppressionRow } from './letters.table.ts'
import type { KeyFor } from './secret.ts'

/** What this key has hashed is compared by the database, so there is one only, which never changes: `keepAddressKey`. */
export const addressPurpose = 'suppression'

/** What stands in the list instead of the address. Keyed, so that the list alone tells nobody who is on it. */
export function emailHash(keyFor: KeyFor, email: string): string {
  const [key] = keyFor(addressPurpose)
  return createHmac('sha256', key).update(normaliseEmail(email)).digest('base64url')
}

type Reason = SuppressionRow['reason']
export type Suppression = Pick<SuppressionRow, 'reason' | 'at'>

/** Why nothing goes to this address any more; null where letters may go. */
export async function findSuppression(db: Db, keyFor: KeyFor, email: string): Promise<Suppression | null> {
  const row = await db
    .selectFrom('suppressions')
    .select(['reason', 'at'])
    .where('email_hash', '=', emailHash(keyFor, email))
    .executeTakeFirst()
  return row ?? null
}

/** For whoever does not say it on. */
export async function isSuppressed(...asked: Parameters<typeof findSuppression>): Promise<boolean> {
  return (await findSuppression(...asked)) !== null
}

/** To be joined as `refusal`: why and since when nothing goes to whoever this column knows by the hash of her address. */
export function refusalOf(column: string) {
  return sql`suppressions as refusal on refusal.email_hash = ${sql.ref(column)}`
}

/** Whether nothing goes to whoever this column knows by the hash of her address. */
export function isRefused(column: string) {
  return sql<SqlBool>`exists (select 1 from ${refusalTable} where ${refusalTable}.email_hash = ${sql.ref(column)})`
}

const refusalTable = sql.table('suppressions')

/** How many were erased in this time, both moments part of it: nothing else is known of them. */
export async function countErased(db: Db, from: string, until: string): Promise<number> {
  const { count } = await db
    .selectFrom('suppressions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('at', '>=', from)
    .where('at', '<=', until)
    .where('reason', '=', 'erased')
    .executeTakeFirstOrThrow()
  return count
}

const askedAtOnce = 500

/** Who of these gets nothing any more, by address, why, and since when: few questions for many. */
export async function suppressedAmong(
  db: Db,
  keyFor: KeyFor,
  emails: readonly string[],
): Promise<Map<string, Suppression>> {
  const found = new Map<string, Suppression>()
  const isAnybody = await db.selectFrom('suppressions').select('at').limit(1).executeTakeFirst()
  if (!isAnybody) return found
  for (let from = 0; from < emails.length; from += askedAtOnce) {
    // Ten thousand hashes take a twentieth of a second: readers are served in between.
    if (from > 0) await letOthersIn()
    const byHash = new Map(emails.slice(from, from + askedAtOnce).map((email) => [emailHash(keyFor, email), email]))
    const rows = await db
      .selectFrom('suppressions')
      .selectAll()
      .where('email_hash', 'in', [...byHash.keys()])
      .execute()
    for (const { email_hash, ...suppression } of rows) found.set(byHash.get(email_hash) ?? '', suppression)
  }
  return found
}

/** Why somebody gets nothing, for the author, who must not think that a reader left when her mailbox did. */
export function suppressionWords(reason: Reason): string {
  return reason === 'bounced' ? 'has a mailbox that does not exist any more' : 'has left and gets no more letters'
}

/** Nothing of ours takes an address off this list again: no signup, no import, no later confirmation. */
export async function suppress(db: Db, keyFor: KeyFor, email: string, reason: Reason, now: Date): Promise<void> {
  await suppressAll(db, keyFor, [{ email, reason }], now)
}

/** Many at once. Who is on the list already keeps the first reason. */
export async function suppressAll(
  db: Db,
  keyFor: KeyFor,
  people: readonly { email: string; reason: Reason }[],
  now: Date,
): Promise<void> {
  for (let from = 0; from < people.length; from += askedAtOnce) {
    if (from > 0) await letOthersIn()
    const rows = people.slice(from, from + askedAtOnce).map(({ email, reason }) => ({
      email_hash: emailHash(keyFor, email),
      reason,
      at: now.toISOString(),
    }))
    await db
      .insertInto('suppressions')
      .values(rows)
      .onConflict((conflict) => conflict.column('email_hash').doNothing())
      .execute()
  }
}

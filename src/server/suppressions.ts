import { createHmac } from 'node:crypto'
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

/** Nothing of ours takes an address off this list again: no signup, no import, no later confirmation. */
export async function suppress(db: Db, keyFor: KeyFor, email: string, reason: SuppressionRow['reason'], now: Date) {
  await db
    .insertInto('suppressions')
    .values({ email_hash: emailHash(keyFor, email), reason, at: now.toISOString() })
    .onConflict((conflict) => conflict.column('email_hash').doNothing())
    .execute()
}

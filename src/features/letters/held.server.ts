import type { Db } from '#server/db.ts'
import { closeAllStanding } from '#server/standing-mailings.ts'

/** After a restore: what was to go by itself may have gone since the backup was made, and waits for her word. */
export async function holdLetters(db: Db, trouble: string, now: Date): Promise<void> {
  await db
    .updateTable('written_letters')
    .set((row) => ({ due_at: null, trouble, version: row('version', '+', 1) }))
    .where('due_at', 'is not', null)
    .execute()
  await closeAllStanding(db, now)
  await db
    .updateTable('written_letters')
    .set((row) => ({
      welcome_days: null,
      welcome_source: null,
      mailing_id: null,
      trouble,
      version: row('version', '+', 1),
    }))
    .where('welcome_days', 'is not', null)
    .execute()
}

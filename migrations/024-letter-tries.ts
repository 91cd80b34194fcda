import type { Kysely } from 'kysely'

/** A letter of a mailing may wait for days before its first try: its day of tries begins with that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('letters').addColumn('trying_since', 'text').execute()
}

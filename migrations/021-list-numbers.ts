import type { Kysely } from 'kysely'

/** Whom the list has lost in some days is asked by the day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex('suppressions_by_time').on('suppressions').column('at').execute()
}

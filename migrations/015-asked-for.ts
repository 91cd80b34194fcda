import type { Kysely } from 'kysely'

/** What a reader has asked for ahead was read out of the words she agreed to; those may change, and the book does not. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('arc_requests').addColumn('asked_for', 'text').execute()
}

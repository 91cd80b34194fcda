import type { Kysely } from 'kysely'

/** A job may be written long before it is due: its day of tries begins when it first fails. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('jobs').addColumn('trying_since', 'text').execute()
}

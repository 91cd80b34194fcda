import type { Kysely } from 'kysely'

/** What came from another site, so that it comes once; and where its old addresses lead. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('imported')
    .addColumn('old_id', 'text', (column) => column.primaryKey())
    .addColumn('post_id', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('missing', 'integer', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('old_addresses')
    .addColumn('address', 'text', (column) => column.primaryKey())
    .addColumn('post_id', 'text', (column) => column.notNull())
    .execute()
}

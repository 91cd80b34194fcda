import type { Kysely } from 'kysely'

/** What was taken away of the sample, in one row, so that it can be brought back for thirty days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('removed_samples')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('kept', 'text', (column) => column.notNull())
    .addColumn('removed_at', 'text', (column) => column.notNull())
    .execute()
}

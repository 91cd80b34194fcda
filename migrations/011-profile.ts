import type { Kysely } from 'kysely'

/** Who the author is was part of the program; from here on it is hers. The house puts in what the program said. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('profile')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('fields', 'text', (column) => column.notNull())
    .addColumn('is_sample', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('saved_at', 'text', (column) => column.notNull())
    .execute()

  // What people agreed to, word for word, under the id their consents name.
  await db.schema
    .createTable('consent_wordings')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('hash', 'text', (column) => column.notNull().unique())
    .addColumn('since', 'text', (column) => column.notNull())
    .execute()
}

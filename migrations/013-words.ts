import type { Kysely } from 'kysely'

/** What pages and letters say was part of the program; what she says instead is kept here, with what she said before. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('page_words')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('fields', 'text', (column) => column.notNull())
    .addColumn('is_sample', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('saved_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('page_words_versions')
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('saved_at', 'text', (column) => column.notNull())
    .addColumn('fields', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('page_words_versions_pk', ['name', 'version'])
    .execute()
}

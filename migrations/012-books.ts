import type { Kysely } from 'kysely'

/** Books were part of the program; from here on they are hers. The house puts in what the program said. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('books')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('subtitle', 'text')
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('series', 'text')
    .addColumn('series_tenths', 'integer')
    .addColumn('caption', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('opening', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('summary', 'text', (column) => column.notNull())
    .addColumn('first_line', 'text', (column) => column.notNull())
    .addColumn('genre', 'text')
    .addColumn('publication_date', 'text')
    .addColumn('page_count', 'integer')
    .addColumn('word_count', 'integer')
    .addColumn('cover_image', 'text')
    .addColumn('cover', 'text')
    .addColumn('cover_alt', 'text', (column) => column.notNull())
    .addColumn('shops', 'text', (column) => column.notNull())
    .addColumn('editions', 'text', (column) => column.notNull())
    .addColumn('praise', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('is_published', 'integer', (column) => column.notNull())
    .addColumn('is_sample', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('deleted_at', 'text')
    .execute()
  await db.schema
    .createTable('book_series')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('pitch', 'text', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('start_id', 'text')
    .execute()
  await db.schema
    .createTable('book_roles')
    .addColumn('role', 'text', (column) => column.primaryKey())
    .addColumn('book_id', 'text', (column) => column.notNull())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .execute()

  // What stands around a cover that is narrower or wider than its place.
  await db.schema.alterTable('images').addColumn('colour', 'text').execute()
}

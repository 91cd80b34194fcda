import type { Kysely } from 'kysely'

/** Letters she writes to her list, the links in them, and how many letters of a mailing may leave in a day. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('written_letters')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('slug', 'text', (column) => column.notNull())
    .addColumn('preview_line', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('format', 'text', (column) => column.notNull())
    .addColumn('cover_image', 'text')
    .addColumn('audience', 'text', (column) => column.notNull())
    .addColumn('due_at', 'text')
    .addColumn('per_day', 'integer')
    .addColumn('mailing_id', 'text')
    .addColumn('welcome_days', 'integer')
    .addColumn('welcome_source', 'text')
    .addColumn('sent_at', 'text')
    .addColumn('trouble', 'text')
    .addColumn('is_published', 'integer', (column) => column.notNull())
    .addColumn('is_sample', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('deleted_at', 'text')
    .execute()
  await db.schema
    .createTable('letter_links')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('letter_id', 'text', (column) => column.notNull())
    .addColumn('href', 'text', (column) => column.notNull())
    .addColumn('clicks', 'integer', (column) => column.notNull())
    .addUniqueConstraint('one_link_a_letter', ['letter_id', 'href'])
    .execute()
  await db.schema.alterTable('mailings').addColumn('per_day', 'integer').execute()
}

import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('book_files')
    .addColumn('name', 'text', (column) => column.primaryKey())
    // Random and never built from what anybody typed.
    .addColumn('storage_key', 'text', (column) => column.notNull())
    .addColumn('size', 'integer', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    // what it was called on the author's computer: shown to her, and used for nothing
    .addColumn('uploaded_as', 'text')
    .addColumn('uploaded_at', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('loose_files')
    .addColumn('storage_key', 'text', (column) => column.primaryKey())
    .addColumn('since', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('download_links')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('email', 'text')
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('revoked_at', 'text')
    .addColumn('downloads', 'integer', (column) => column.notNull())
    .addColumn('last_download_at', 'text')
    .execute()
  await db.schema.createIndex('download_links_by_email').on('download_links').column('email').execute()

  await db.schema
    .createTable('group_members')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('email', 'text', (column) => column.notNull().unique())
    // how these people agreed, in the owner's words
    .addColumn('basis', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('added_at', 'text', (column) => column.notNull())
    .addColumn('left_at', 'text')
    .execute()

  await db.schema
    .createTable('campaigns')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('file_name', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('trouble', 'text')
    .addColumn('starts_at', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .execute()
  // A second click makes no second campaign: the database itself allows one under way for each file.
  await db.schema
    .createIndex('one_campaign_under_way')
    .unique()
    .on('campaigns')
    .column('file_name')
    .where('finished_at' as never, 'is', null)
    .execute()

  await db.schema
    .createTable('deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('campaign_id', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_at', 'text', (column) => column.notNull())
    .addColumn('node', 'text')
    .addColumn('lease_until', 'text')
    .addColumn('settled_at', 'text')
    .addUniqueConstraint('one_letter_per_person', ['campaign_id', 'email'])
    .execute()
  await db.schema
    .createTable('provider_syncs')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('group_id', 'text')
    .addColumn('position', 'text', (column) => column.notNull())
    .addColumn('total', 'integer', (column) => column.notNull())
    .addColumn('successful', 'integer', (column) => column.notNull())
    .addColumn('failed', 'integer', (column) => column.notNull())
    .addColumn('skipped', 'integer', (column) => column.notNull())
    .addColumn('errors', 'text', (column) => column.notNull())
    .addColumn('trouble', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('finished_at', 'text')
    .execute()

  // Two nodes would ask the provider twice as often as it allows.
  await db.schema
    .createIndex('one_sync_under_way')
    .unique()
    .on('provider_syncs')
    .expression(sql`(finished_at is null)`)
    .where('finished_at' as never, 'is', null)
    .execute()

  // What the outbox is asked again and again while letters leave it, without touching the letters themselves.
  await db.schema.createIndex('letters_by_kind').on('letters').columns(['kind', 'state', 'to_email']).execute()
  await db.schema.createIndex('letters_by_age').on('letters').columns(['state', 'created_at', 'id']).execute()
  await db.schema
    .createIndex('letters_sent_again')
    .on('letters')
    .columns(['queued_at', 'state', 'error'])
    .where('queued_at' as never, 'is not', null)
    .execute()

  await db.schema
    .createIndex('deliveries_to_do')
    .on('deliveries')
    .columns(['campaign_id', 'state', 'next_at'])
    .execute()
}

import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('owners')
    // There is one owner, and the database itself knows it.
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('totp_secret', 'text')
    .addColumn('totp_pending', 'text')
    .addColumn('totp_last_step', 'integer')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('password_changed_at', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('owner_sessions')
    .addColumn('id_hash', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('seen_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .addColumn('browser', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('owner_tickets')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('sign_in_limits')
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('free_at', 'text', (column) => column.notNull())
    .addColumn('forgotten_at', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('recovery_codes')
    .addColumn('hash', 'text', (column) => column.primaryKey())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .execute()

  await db.schema
    .createTable('owner_events')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('what', 'text', (column) => column.notNull())
    .addColumn('client_hash', 'text')
    .addColumn('at', 'text', (column) => column.notNull())
    .execute()
}

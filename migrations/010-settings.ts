import { type Kysely, sql } from 'kysely'

/** What the owner types where the environment leaves something open. One row, and none until she has saved anything. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('settings')
    .addColumn('id', 'integer', (column) => column.primaryKey().check(sql`id = 1`))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('site_url', 'text')
    // An address that waits to be confirmed there.
    .addColumn('pending_url', 'text')
    .addColumn('pending_id', 'text')
    .addColumn('pending_until', 'text')
    .addColumn('mail_host', 'text')
    .addColumn('mail_port', 'integer')
    .addColumn('mail_is_tls', 'integer')
    .addColumn('mail_user', 'text')
    // Sealed, like the key below: neither is ever kept as it was typed.
    .addColumn('mail_password', 'text')
    .addColumn('mail_from', 'text')
    .addColumn('postal_address', 'text')
    .addColumn('is_double_opt_in', 'integer')
    .addColumn('provider_key', 'text')
    .addColumn('provider_group', 'text')
    .execute()
}

import type { Kysely } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('contact_messages').addColumn('deleted_at', 'text').execute()
  // When it was last put on its way, which for a letter that was kept is long after it was written.
  await db.schema.alterTable('letters').addColumn('queued_at', 'text').execute()
  await db.schema.createIndex('letters_by_state').on('letters').columns(['state', 'id']).execute()
}

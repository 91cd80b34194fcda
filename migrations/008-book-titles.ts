import type { Kysely } from 'kysely'

/** What a book says of itself; null for one that was uploaded before anybody looked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('book_files').addColumn('title', 'text').execute()
  await db.schema.alterTable('book_files').addColumn('authors', 'text').execute()
}

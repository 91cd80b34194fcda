import type { Kysely } from 'kysely'

type Old = { posts: { id: string; content: string; reading_minutes: number } }

export async function up(db: Kysely<unknown>): Promise<void> {
  // What was written before there was a format is read as it always was.
  for (const table of ['posts', 'short_stories']) {
    await db.schema
      .alterTable(table)
      .addColumn('format', 'text', (column) => column.notNull().defaultTo('plain'))
      .execute()
  }
  await db.schema
    .alterTable('posts')
    .addColumn('reading_minutes', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await countMinutes(db.withTables<Old>())

  // Every save there was, thinned as it grows old.
  await db.schema
    .createTable('versions')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('item_id', 'text', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('saved_at', 'text', (column) => column.notNull())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('words', 'integer', (column) => column.notNull())
    // The pictures it shows: to know them, nobody has to read all words of all saves.
    .addColumn('pictures', 'text', (column) => column.notNull())
    // Last: SQLite then finds all others without reading it.
    .addColumn('row', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('versions_pk', ['kind', 'item_id', 'version'])
    .execute()

  // What somebody may read before it is published. Of the address itself only what it hashes to is kept.
  await db.schema
    .createTable('reading_links')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('item_id', 'text', (column) => column.notNull())
    .addColumn('token_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('reading_links_by_work').on('reading_links').columns(['kind', 'item_id']).execute()
}

/** As they were counted so far, which was by JavaScript: to SQL a character outside the first 65,536 is one, not two. */
async function countMinutes(db: Kysely<Old>): Promise<void> {
  for (const { id } of await db.selectFrom('posts').select('id').execute()) {
    const { content } = await db.selectFrom('posts').select('content').where('id', '=', id).executeTakeFirstOrThrow()
    const minutes = Math.ceil(content.length / 1_000)
    await db.updateTable('posts').set({ reading_minutes: minutes }).where('id', '=', id).execute()
  }
}

import { type Kysely, sql } from 'kysely'

/** There was one free book. From here on there are files, each with a title, a cover and words of its own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable('book_files').addColumn('given_title', 'text').execute()
  await db.schema.alterTable('book_files').addColumn('cover', 'text').execute()
  // Links that were handed out are forgotten; how often a file was fetched is not.
  await db.schema
    .alterTable('book_files')
    .addColumn('downloads', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`update book_files set downloads = coalesce(
    (select sum(download_links.downloads) from download_links where download_links.file_name = book_files.name), 0
  )`.execute(db)

  await db.schema
    .createTable('removed_files')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('title', 'text', (column) => column.notNull())
    .addColumn('removed_at', 'text', (column) => column.notNull())
    .execute()

  // Few are open, of all that are kept.
  await db.schema.createIndex('download_links_by_end').on('download_links').column('expires_at').execute()
  await db.schema.createIndex('download_links_by_file').on('download_links').columns(['file_name', 'email']).execute()

  // What a letter is about: of those that bring a file, its name.
  await db.schema.alterTable('letters').addColumn('about', 'text').execute()
  await tellWhatLettersBring(db)
  await db.schema
    .createIndex('letters_by_about')
    .on('letters')
    .columns(['kind', 'about', 'state', 'to_email'])
    .where('about' as never, 'is not', null)
    .execute()
}

type Letters = { letters: { id: string; kind: string; text: string; about: string | null } }
type Links = { download_links: { id: string; file_name: string } }

const atOnce = 200

/** By the link that stands in each: its address begins with its id. */
async function tellWhatLettersBring(all: Kysely<unknown>): Promise<void> {
  const db = all as Kysely<Letters & Links>
  const letters = db.selectFrom('letters').select(['id', 'text']).where('kind', '=', 'campaigns.book').orderBy('id')
  for (let after = ''; ; ) {
    const some = await letters.where('id', '>', after).limit(atOnce).execute()
    for (const { id, text } of some) {
      const [, linkId = ''] = text.match(/\/get\/([0-9a-f-]{36})\./) ?? []
      const link = await db.selectFrom('download_links').select('file_name').where('id', '=', linkId).executeTakeFirst()
      if (link) await db.updateTable('letters').set({ about: link.file_name }).where('id', '=', id).execute()
    }
    if (some.length < atOnce) return
    after = some.at(-1)?.id ?? ''
  }
}

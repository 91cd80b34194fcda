import type { Db } from '#server/db.ts'
import type { TraceHolder } from '#server/traces.ts'

/** Links to a book that were made for her. */
export const linkTraces: TraceHolder = {
  name: 'links',
  async find(db, { email }) {
    const links = await db
      .selectFrom('download_links')
      .selectAll()
      .where('email', '=', email)
      .orderBy('created_at', 'desc')
      .execute()
    return links.map((row) => {
      const note =
        row.downloads === 0 ? 'not fetched' : row.downloads === 1 ? 'fetched' : `fetched ${row.downloads} times`
      const at = row.last_download_at ?? row.created_at
      return { id: row.id, row, line: { what: `A link to ${row.file_name}`, at, note, href: null } }
    })
  },
  erase: async (tx, ids) => void (await tx.deleteFrom('download_links').where('id', 'in', ids).execute()),
}

/** Whom a link was made for: whoever is on no list has her way out of the letter under its id. */
export async function findLinkAddress(db: Db, id: string): Promise<string | null> {
  const link = await db.selectFrom('download_links').select('email').where('id', '=', id).executeTakeFirst()
  return link?.email ?? null
}

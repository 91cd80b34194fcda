import type { Covered } from '#lib/cover.ts'
import type { Db } from '#server/db.ts'
import type { Book, Shelf } from './contract.ts'
import { heldRoles } from './roles.server.ts'
import { cardColumns, toBook } from './rows.server.ts'
import { arrange } from './shelves.server.ts'

declare module '#server/site.ts' {
  interface SiteSnapshot {
    /** those readers may know of, in the order of their shelves, without their words */
    books: Book[]
    shelves: Shelf[]
    /** the one whose advance copies can be asked for */
    arcBook: Book | null
    /** the one that is given away; readers may know of it only by its link */
    freeBook: FreeBook | null
  }
}

/** `file` is its name in every call and letter. */
export type FreeBook = Covered & { file: string; caption: string }

export type Catalogue = { books: Book[]; shelves: Shelf[]; arcBook: Book | null; freeBook: FreeBook | null }

/** Everything of the books that pages and letters speak of. */
export async function readCatalogue(db: Db): Promise<Catalogue> {
  const rows = await db
    .selectFrom('books')
    .select([...cardColumns, 'is_published'])
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  const roles = await heldRoles(db)
  const shown = rows.filter((row) => row.is_published === 1)
  const byId = new Map(shown.map((row) => [row.id, toBook(row)]))
  const shelves = arrange(shown, await db.selectFrom('book_series').selectAll().execute()).map(
    ({ books, startId, ...shelf }): Shelf => ({
      ...shelf,
      books: books.flatMap((id) => byId.get(id)?.slug ?? []),
      start: shelf.series !== null && books.length > 1 ? startOf(books, startId, byId) : null,
    }),
  )
  const bySlug = new Map([...byId.values()].map((book) => [book.slug, book]))
  const roleOf = (wanted: string) => roles.find(({ role }) => role === wanted)
  return {
    books: shelves.flatMap(({ books }) => books.flatMap((slug) => bySlug.get(slug) ?? [])),
    shelves,
    arcBook: byId.get(roleOf('advance')?.book_id ?? '') ?? null,
    freeBook: freeBookOf(rows, roleOf('free')),
  }
}

/** The one she has marked, else the first. */
function startOf(ids: readonly string[], marked: string | null, byId: ReadonlyMap<string, Book>): string | null {
  const id = ids.find((one) => one === marked) ?? ids[0]
  return byId.get(id ?? '')?.slug ?? null
}

function freeBookOf(
  rows: readonly Parameters<typeof toBook>[0][],
  role: { book_id: string; file_name: string } | undefined,
): FreeBook | null {
  const row = role && rows.find(({ id }) => id === role.book_id)
  if (!row) return null
  const { title, series, cover, coverAlt, caption } = toBook(row)
  return { title, series, cover, coverAlt, caption, file: role.file_name }
}

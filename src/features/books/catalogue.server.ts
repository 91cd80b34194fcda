import type { Covered } from '#lib/cover.ts'
import type { Db } from '#server/db.ts'
import type { Book, Shelf } from './contract.ts'
import { heldRoles } from './roles.server.ts'
import { type CardRow, cardColumns, toBook } from './rows.server.ts'
import { arrange } from './shelves.server.ts'
import type { BookRoleRow, BookRow, BookSeriesRow } from './tables.server.ts'

declare module '#server/site.ts' {
  interface SiteSnapshot {
    /** those readers may know of, in the order of their shelves, without their words */
    books: Book[]
    shelves: Shelf[]
    /** the one whose advance copies can be asked for */
    arcBook: Book | null
    /** the one that is given away; readers may know of it only by its link */
    freeBook: FreeBook | null
    /** those whose covers are worn elsewhere, by their ids; hidden ones too */
    wornBooks: ReadonlyMap<string, WornBook>
    bookDrafts?: Catalogue['bookDrafts']
  }
}

/** `file` is its name in every call and letter. */
export type FreeBook = Covered & Pick<Book, 'seriesOrder' | 'caption'> & { file: string }

export type WornBook = Covered & Pick<Book, 'seriesOrder'>

/** `bookDrafts` are the words of books as she is typing them, where a page is shown to her as it will be. */
export type Catalogue = {
  books: Book[]
  shelves: Shelf[]
  arcBook: Book | null
  freeBook: FreeBook | null
  wornBooks: ReadonlyMap<string, WornBook>
  bookDrafts?: ReadonlyMap<string, Pick<BookRow, 'content' | 'opening' | 'format' | 'praise'>>
}

type Rows = {
  rows: (CardRow & Pick<BookRow, 'is_published' | 'position'>)[]
  series: BookSeriesRow[]
  roles: BookRoleRow[]
}

/** Everything of the books that pages and letters speak of. `worn` are ids of those whose covers something else wears. */
export async function readCatalogue(db: Db, worn: readonly string[] = []): Promise<Catalogue> {
  return catalogueOf(await readRows(db), worn)
}

export async function readRows(db: Db): Promise<Rows> {
  const rows = await db
    .selectFrom('books')
    .select([...cardColumns, 'is_published', 'position'])
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute()
  return { rows, series: await db.selectFrom('book_series').selectAll().execute(), roles: await heldRoles(db) }
}

export function catalogueOf({ rows, series, roles }: Rows, worn: readonly string[]): Catalogue {
  const shown = rows.filter((row) => row.is_published === 1)
  const byId = new Map(shown.map((row) => [row.id, toBook(row)]))
  const shelves = arrange(shown, series).map(
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
    wornBooks: new Map(rows.filter(({ id }) => worn.includes(id)).map((row) => [row.id, toWorn(row)])),
  }
}

function toWorn(row: CardRow): WornBook {
  const { title, series, seriesOrder, cover, coverAlt } = toBook(row)
  return { title, series, seriesOrder, cover, coverAlt }
}

/** The one she has marked, else the first. */
function startOf(ids: readonly string[], marked: string | null, byId: ReadonlyMap<string, Book>): string | null {
  const id = ids.find((one) => one === marked) ?? ids[0]
  return byId.get(id ?? '')?.slug ?? null
}

function freeBookOf(
  rows: readonly CardRow[],
  role: { book_id: string; file_name: string } | undefined,
): FreeBook | null {
  const row = role && rows.find(({ id }) => id === role.book_id)
  if (!row) return null
  return { ...toWorn(row), caption: row.caption, file: role.file_name }
}

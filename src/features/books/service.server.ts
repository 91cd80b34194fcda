import { sql } from 'kysely'
import { findOwnPicture } from '#features/images/service.server.ts'
import { bodyOf } from '#features/writing/body.server.ts'
import type { WorkState } from '#features/writing/contract.ts'
import { createWork } from '#features/writing/works.server.ts'
import type { CoverPicture } from '#lib/cover.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { isPageOpen } from '#server/site.ts'
import { freeSlug } from '#server/slugs.ts'
import {
  type Book,
  type BookCover,
  type BookInFull,
  type BookInput,
  bookInput,
  type ListedBook,
  mostBooks,
  type OwnerBook,
} from './contract.ts'
import { leavesBehind } from './roles.server.ts'
import { columnsOf, type OwnColumns, ownColumns, toBook } from './rows.server.ts'
import { listShelves, takePlace } from './shelves.server.ts'
import type { BookRow } from './tables.server.ts'

/** Books are kept as everything is that she writes: with versions, a bin and addresses that lead on. */
export const books = createWork<OwnColumns, BookInput, OwnerBook & { content: string }, object>({
  kind: 'book',
  table: 'books',
  columns: ownColumns,
  path: '/books',
  input: bookInput,
  appears: null,
  isInSnapshot: true,
  prose: ['opening'],
  order: { readers: sql`position, id`, owner: sql`position, id` },
  ownColumns: (input, { before, words }) => columnsOf(input, before, words),
  afterSave: takePlace,
  toItem: async () => toOwnerBook,
  around: async () => ({}),
})

export function toOwnerBook(row: BookRow, state: WorkState) {
  return {
    ...toBook(row),
    praise: JSON.parse(row.praise),
    isHidden: row.is_published === 0,
    isSample: row.is_sample === 1,
    state,
    version: row.version,
    content: row.content,
    description: row.content,
    opening: row.opening,
    format: row.format,
  }
}

/** Without their words: a list of a hundred would be a library. */
export async function listBooks(deps: Deps): Promise<ListedBook[]> {
  const all = await books.list(deps)
  return all.map(
    ({ content: _content, description: _description, opening: _opening, format: _format, ...book }) => book,
  )
}

export async function getBook(deps: Deps, id: string): Promise<OwnerBook> {
  const { content: _content, body: _body, ...book } = await books.get(deps, id)
  return book
}

export async function addBook(deps: Deps, input: BookInput): Promise<OwnerBook> {
  await insistOnRoom(deps.db, 1)
  const { content: _content, ...book } = await books.create(deps, await completed(deps.db, input, null))
  return book
}

/** All of them or none. Answers their ids. */
export async function importBooks(deps: Deps, inputs: readonly BookInput[]): Promise<string[]> {
  await insistOnRoom(deps.db, inputs.length)
  const ids = await deps.db.transaction().execute(async (tx) => {
    const added: string[] = []
    for (const input of inputs) added.push((await books.add(tx, deps, await completed(tx, input, null))).id)
    return added
  })
  await books.announce(deps)
  return ids
}

async function insistOnRoom(db: Db, more: number): Promise<void> {
  const { count } = await db
    .selectFrom('books')
    .select(({ fn }) => fn.countAll<number | string>().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  if (Number(count) + more <= mostBooks) return
  throw new AppError(
    'conflict',
    `The shelves hold ${mostBooks} books, and ${count} are on them. Remove some first, or bring fewer.`,
  )
}

export async function changeBook(deps: Deps, id: string, input: BookInput): Promise<OwnerBook> {
  const before = await books.get(deps, id)
  const whole = await completed(deps.db, input, before)
  const { content: _content, ...book } = await books.update(deps, id, whole).catch(explainConflict)
  return book
}

/** The form keeps what was typed as a draft, so loading it again loses nothing. */
function explainConflict(error: unknown): never {
  if (!(error instanceof AppError && error.fields?.version)) throw error
  const words = 'This book was saved in another window meanwhile. Nothing you typed is lost.'
  throw new AppError('conflict', words, { fields: { version: error.fields.version } })
}

/** To the bin. Answers in sentences what that leaves behind. */
export async function removeBook(deps: Deps, id: string): Promise<string[]> {
  const leaves = await leavesBehind(deps, id)
  await books.throwAway(deps, id)
  return leaves
}

/** What only the house knows of an input: an address that is free, the series as it is spelt, how large a picture is. */
async function completed(db: Db, input: BookInput, before: OwnerBook | null): Promise<BookInput> {
  return {
    ...input,
    slug: input.slug ?? before?.slug ?? (await freeSlug(db, 'book', input.title, mostBooks)),
    series: input.series && (await spelling(db, input.series)),
    picture: await pictureOf(db, input, before?.cover ?? null),
  }
}

/** A series is its name: capitals alone make no second one. */
async function spelling(db: Db, series: string): Promise<string> {
  const known = (await listShelves(db)).map((shelf) => shelf.series ?? '')
  return known.find((name) => name.toLowerCase() === series.toLowerCase()) ?? series
}

/** `before` is what it wears now: of a sample's cover nobody can have another. */
export async function pictureOf(db: Db, { cover }: BookInput, before: CoverPicture | null) {
  if (cover?.kind === 'pack' && !(before?.kind === 'pack' && before.name === cover.name)) {
    throw unfit('That cover belongs to a sample. Upload one of your own, or have one drawn.')
  }
  if (cover?.kind !== 'image') return null
  const picture = await findOwnPicture(db, cover.url.replace(/^https?:\/\/[^/]+/, ''))
  if (!picture) throw unfit('That picture is not here any more. Please upload the cover again.')
  return { kind: 'image', ...picture } as const
}

function unfit(words: string): AppError {
  return new AppError('invalid', words, { fields: { cover: words } })
}

/** A book as its readers get it: what the snapshot has of it, and the words, which would be too much to hold. */
async function findBookInFull({ db, site }: Deps, slug: string): Promise<BookInFull | null> {
  const { books: all, shelves, bookDrafts } = site()
  const book = all.find((one) => one.slug === slug)
  const row =
    book &&
    (bookDrafts?.get(book.id) ??
      (await db
        .selectFrom('books')
        .select(['content', 'opening', 'format', 'praise'])
        .where('id', '=', book.id)
        .executeTakeFirst()))
  if (!row) return null
  const { content, opening, format, praise } = row
  const shelf = shelves.find((one) => one.series === book.series)
  const bySlug = new Map(all.map((one) => [one.slug, one]))
  const start = shelf?.start && shelf.start !== slug ? bySlug.get(shelf.start) : undefined
  return {
    ...book,
    description: await bodyOf(db, { content, format }),
    opening: await bodyOf(db, { content: opening, format }),
    praise: JSON.parse(praise),
    shelf: shelf ?? null,
    row:
      shelf?.series && shelf.books.length > 1 ? shelf.books.flatMap((one) => bySlug.get(one) ?? []).map(toCover) : [],
    start: start ? { slug: start.slug, title: start.title } : null,
  }
}

export function toCover({ slug, title, series, seriesOrder, cover, coverAlt }: Book): BookCover {
  return { slug, title, series, seriesOrder, cover, coverAlt }
}

export async function getBookInFull(deps: Deps, slug: string): Promise<BookInFull> {
  const book = await findBookInFull(deps, slug)
  if (!book) throw books.notThere()
  return book
}

/** The one that is offered ahead, and no other, however good its page is. */
export async function getArcBook(deps: Deps, slug: string): Promise<BookInFull> {
  if (deps.site().arcBook?.slug !== slug) throw new AppError('not_found', 'This book has no advance copy to ask for.')
  const book = await getBookInFull(deps, slug)
  // Where her books are turned off, its neighbours are nobody's business.
  return isPageOpen(deps.site(), 'books') ? book : { ...book, row: [], shelf: null, start: null }
}

/** What every book is called, hidden and thrown away ones too: for her numbers, which remember them. */
export function listBookTitles(db: Db): Promise<{ id: string; title: string }[]> {
  return db.selectFrom('books').select(['id', 'title']).execute()
}

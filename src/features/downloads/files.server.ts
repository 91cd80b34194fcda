import { createHash } from 'node:crypto'
import { listBooks } from '#features/books/service.server.ts'
import { findOwnPicture } from '#features/images/service.server.ts'
import { getWords } from '#features/words/service.server.ts'
import type { Covered } from '#lib/cover.ts'
import { paths } from '#lib/paths.ts'
import { standIn, type WordSet } from '#lib/word-set.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { SiteSnapshot } from '#server/site.ts'
import { markContentChanged } from '#server/site-facts.ts'
import { someBook } from './content.ts'
import type { BookFile, FileInput, GivenBook, OwnerFile } from './contract.ts'
import { type FileKind, kindOf } from './file-name.ts'
import { giftWords } from './gift-words.ts'
import { countOpenLinks, findBookFile, freeBookOf, titleOfFile } from './service.server.ts'
import type { BookFileRow, KeptCover } from './tables.server.ts'
import { faultOfTitle } from './title.ts'

declare module '#server/site.ts' {
  interface SiteSnapshot {
    /** what her files are called and what they wear, by their names */
    files: ReadonlyMap<string, GivenFile>
  }
}

/** `givenTitle` is hers; `inside` what the file says of itself. */
export type GivenFile = { givenTitle: string | null; inside: string | null; cover: KeptCover | null }

export async function readFiles(db: Db): Promise<Map<string, GivenFile>> {
  const rows = await db.selectFrom('book_files').select(['name', 'given_title', 'title', 'cover']).execute()
  return new Map(rows.map((row) => [row.name, toGiven(row)]))
}

function toGiven({ given_title, title, cover }: Pick<BookFileRow, 'given_title' | 'title' | 'cover'>): GivenFile {
  return { givenTitle: given_title, inside: title, cover: cover === null ? null : JSON.parse(cover) }
}

/** The books whose covers these wear, by their ids: they are shown also where a book itself is hidden. */
export function booksWornBy(files: ReadonlyMap<string, GivenFile>): string[] {
  return [...files.values()].flatMap(({ cover }) => (cover?.kind === 'book' ? [cover.id] : []))
}

/** Texts that name the pictures in use here. */
export async function listFilePictures(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('book_files').select('cover').where('cover', 'is not', null).execute()
  return rows.flatMap(({ cover }) => cover ?? [])
}

/** A file as its page shows it; one without a cover wears that of the shelf, if it is the book of the shelf. */
export function bookOfFile(site: SiteSnapshot, fileName: string): GivenBook {
  const { freeBook } = site
  const free = freeBook?.file === fileName ? freeBook : null
  const title = titleOfFile(site, fileName)
  const shown = title === someBook.title ? 'Your free book' : title
  const worn = coverOf(site, site.files.get(fileName)?.cover ?? null) ?? free
  return {
    title: shown,
    series: worn?.series ?? null,
    cover: worn?.cover ?? null,
    coverAlt: worn?.coverAlt ?? `Cover of ${shown}`,
    caption: free?.caption ?? '',
  }
}

function coverOf({ wornBooks }: SiteSnapshot, cover: KeptCover | null): Omit<Covered, 'title'> | null {
  if (cover?.kind === 'image') return { series: null, cover, coverAlt: '' }
  return (cover && wornBooks.get(cover.id)) ?? null
}

export async function listBookFiles(deps: Deps): Promise<BookFile[]> {
  const rows = await deps.db.selectFrom('book_files').selectAll().orderBy('name').execute()
  const open = await countOpenLinks(deps)
  return rows.map((row) => toBookFile(deps.site(), row, open.get(row.name) ?? 0))
}

export async function getFile(deps: Deps, name: string): Promise<OwnerFile> {
  const row = await findBookFile(deps.db, name)
  if (!row) throw noFile()
  const books = await listBooks(deps)
  return {
    ...toBookFile(deps.site(), row, (await countOpenLinks(deps)).get(name) ?? 0),
    books: books.map(({ id, title }) => ({ id, title })),
  }
}

export function noFile(): AppError {
  return new AppError('not_found', 'There is no such file.')
}

function toBookFile(site: SiteSnapshot, row: BookFileRow, openLinks: number): BookFile {
  const { name, size, uploaded_at, uploaded_as, title, authors, given_title, downloads } = row
  const kept: KeptCover | null = row.cover === null ? null : JSON.parse(row.cover)
  return {
    name,
    size,
    uploadedAt: uploaded_at,
    uploadedAs: uploaded_as,
    title,
    authors,
    kind: kindOf(name),
    called: titleOfFile(site, name),
    givenTitle: given_title,
    book: bookOfFile(site, name),
    cover: kept?.kind === 'image' ? { kind: 'image', url: kept.url } : kept,
    isFree: name === freeBookOf(site).file,
    openLinks,
    downloads,
    words: wordsName(name),
    titleFault: faultOfFile(site, row),
  }
}

/** Why letters may speak of another book than readers get. What a PDF holds, only she can know. */
function faultOfFile(site: SiteSnapshot, { name, title, authors, given_title }: BookFileRow): string | null {
  const free = freeBookOf(site)
  if (given_title === null && name !== free.file && title === null) {
    return `The letter calls it “${someBook.title}”: this file has no title yet. Give it one under Files.`
  }
  if (kindOf(name) === 'PDF') return null
  return name === free.file || given_title !== null ? faultOfTitle(titleOfFile(site, name), { title, authors }) : null
}

/** From here on its page and its letters say so. */
export async function changeFile(deps: Deps, name: string, { title, cover }: FileInput): Promise<OwnerFile> {
  const kept = cover && (await keptCover(deps, cover))
  await deps.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('book_files')
      .set({ given_title: title, cover: kept && JSON.stringify(kept) })
      .where('name', '=', name)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw noFile()
    await markContentChanged(tx, deps.now())
  })
  await deps.siteChanged()
  return getFile(deps, name)
}

async function keptCover(deps: Deps, cover: NonNullable<FileInput['cover']>): Promise<KeptCover> {
  if (cover.kind === 'book') {
    const isHers = (await listBooks(deps)).some(({ id }) => id === cover.id)
    if (!isHers) throw unfit('That book is not on the shelf any more. Choose another cover.')
    return cover
  }
  const picture = await findOwnPicture(deps.db, cover.url)
  if (!picture) throw unfit('That picture is not here any more. Please upload the cover again.')
  return { kind: 'image', ...picture }
}

function unfit(words: string): AppError {
  return new AppError('invalid', words, { fields: { cover: words } })
}

/** Fit for an address, whatever the file is called, and for ever the same. */
export function wordsName(fileName: string): string {
  return `gift-${createHash('sha256').update(fileName).digest('hex').slice(0, 32)}`
}

/** What it says on a page of no file, of one that is no more, and of one of the other kind. */
const wordsOfOthers: Record<FileKind, readonly string[]> = {
  EPUB: ['unknownHeading', 'unknown', 'removed', 'pdfDevices'],
  PDF: ['unknownHeading', 'unknown', 'removed', 'devices'],
}

/** The words of one file's page: what is not said here is said as on the page of all of them. */
export async function wordSetOfFile({ db, site }: Deps, name: string): Promise<WordSet | null> {
  const fileName = [...site().files.keys()].find((file) => wordsName(file) === name)
  if (fileName === undefined) return null
  const { fields } = await getWords(db, giftWords)
  const own = fields.filter((field) => !wordsOfOthers[kindOf(fileName)].includes(field.name))
  return {
    name,
    kind: 'page',
    title: `Where “${bookOfFile(site(), fileName).title}” is fetched`,
    path: paths.gift(`${fileName}.${standIn}`),
    fields: Object.fromEntries(own.map(({ name: field, value, ...what }) => [field, { ...what, original: value }])),
  }
}

import { recordEvent } from '#features/owner/service.server.ts'
import { forgetWords } from '#features/words/service.server.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { PartFile } from '#server/files.ts'
import { randomText } from '#server/ids.ts'
import type { KindOfLetter } from '#server/letter-kinds.ts'
import { markContentChanged } from '#server/site-facts.ts'
import { fileNameRule, isFileName, kindOf } from './file-name.ts'
import { getFile, noFile, wordsName } from './files.server.ts'
import { inspectBook } from './inspection.server.ts'
import { type Inside, lookInside } from './package.server.ts'
import { findBookFile, titleOfFile } from './service.server.ts'
import type { BookFileRow } from './tables.server.ts'

type Wish = {
  name: string
  uploadedAs: string | null
  /** it must not take the place of another */
  isNew: boolean
}

/** What an upload brings: what she has said of the file stays. */
type Brought = Omit<BookFileRow, 'given_title' | 'cover' | 'downloads'>

/** Streams the book to its place; only a whole one, which is really what its name says, takes the place of the last. */
export async function keepBook(deps: Deps, { name, uploadedAs, isNew }: Wish, body: ReadableStream<Uint8Array> | null) {
  const { db, files, log, now } = deps
  if (!isFileName(name)) throw new AppError('invalid', fileNameRule)
  if (!body) throw new AppError('invalid', 'The file is empty.')
  // Before a hundred megabytes have come.
  if (isNew && (await findBookFile(db, name))) throw nameTaken(name)
  const { bytes, seen } = inspectBook(body, kindOf(name))
  const storageKey = `book-${randomText(16)}`
  // Noted before it exists: wherever this ends, housekeeping knows what to look for.
  await noteLoose(db, storageKey, now())
  let inside: Inside = { title: null, authors: null }
  await files.putInspected(storageKey, bytes, async (part) => {
    if (kindOf(name) === 'EPUB') inside = await insistOnBook(part)
  })
  const at = now()
  const row: Brought = {
    name,
    storage_key: storageKey,
    ...seen,
    ...inside,
    uploaded_as: uploadedAs,
    uploaded_at: at.toISOString(),
  }
  const loose = await db.transaction().execute((tx) => (isNew ? addBook(tx, row) : replaceBook(tx, row, at)))
  if (loose) await removeLoose(deps, loose).catch((error) => log.warn('a loose book stays for a while', { error }))
  if (loose === storageKey) throw nameTaken(name)
  await deps.siteChanged()
  return getFile(deps, name)
}

function nameTaken(name: string): AppError {
  return new AppError(
    'conflict',
    `A file called ${name} is here already. Open it under Files to replace it, or give this one another name on your computer first.`,
  )
}

async function insistOnBook(part: PartFile): Promise<Inside> {
  const found = await lookInside(part)
  if ('fault' in found) {
    throw new AppError(
      'invalid',
      `This EPUB is damaged: ${found.fault}. Export the book once more from your writing program and try again.`,
    )
  }
  return found
}

/** Answers the key of what is loose: its own, where the name was taken meanwhile. */
async function addBook(tx: Db, row: Brought): Promise<string | null> {
  return (await insertBook(tx, row)) ? null : row.storage_key
}

/** Puts the row in the place of exactly one other, whose key is loose from now on. Of two at once one replaces the other. */
async function replaceBook(tx: Db, row: Brought, now: Date): Promise<string | null> {
  for (;;) {
    const before = await findBookFile(tx, row.name)
    if (!before && (await insertBook(tx, row))) return null
    if (!before || !(await updateBook(tx, row, before))) continue
    await settle(tx, row)
    await noteLoose(tx, before.storage_key, now)
    return before.storage_key
  }
}

async function insertBook(tx: Db, row: Brought): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('book_files')
    .values({ ...row, given_title: null, cover: null, downloads: 0 })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== 1n) return false
  await settle(tx, row)
  return true
}

/** It is in its place: loose no more, and gone no more. */
async function settle(tx: Db, { name, storage_key, uploaded_at }: Brought): Promise<void> {
  await tx.deleteFrom('loose_files').where('storage_key', '=', storage_key).execute()
  await tx.deleteFrom('removed_files').where('name', '=', name).execute()
  await markContentChanged(tx, new Date(uploaded_at))
}

async function updateBook(tx: Db, row: Brought, before: BookFileRow): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('book_files')
    .set(row)
    .where('name', '=', row.name)
    .where('storage_key', '=', before.storage_key)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Takes a file away for good, unless a letter that is to leave brings it. Its links say so from now on, and its title
 * stays for whatever speaks of letters that brought it.
 */
export async function removeBook(deps: Deps, name: string): Promise<void> {
  const { db, log, now, site } = deps
  const at = now()
  const storageKey = await db.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom('book_files')
      .where('name', '=', name)
      .returning('storage_key')
      .executeTakeFirst()
    if (!removed) throw noFile()
    // Only now: a letter that is just being sent holds the file, and once it may go that is known here.
    await insistOnNoLetter(tx, deps, name)
    await noteLoose(tx, removed.storage_key, at)
    const row = { name, title: titleOfFile(site(), name), removed_at: at.toISOString() }
    await tx.insertInto('removed_files').values(row).execute()
    await forgetWords(tx, wordsName(name))
    await recordEvent(tx, 'downloads.removed', at)
    await markContentChanged(tx, at)
    return removed.storage_key
  })
  await removeLoose(deps, storageKey).catch((error) => log.warn('a removed book stays for a while', { error }))
  await deps.siteChanged()
}

async function insistOnNoLetter(tx: Db, { letterKinds }: Deps, name: string): Promise<void> {
  for (const { whenItLeaves } of Object.values<KindOfLetter>(letterKinds)) {
    const why = await whenItLeaves?.whyFileStays(tx, name)
    if (why) throw new AppError('conflict', why)
  }
}

/** Many at once; whoever puts them all in their places takes the notes away in that transaction. */
export async function noteAllLoose(db: Db, storageKeys: readonly string[], now: Date): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const key of storageKeys) await noteLoose(tx, key, now)
  })
}

export async function settleAll(tx: Db, storageKeys: readonly string[]): Promise<void> {
  for (const key of storageKeys) await tx.deleteFrom('loose_files').where('storage_key', '=', key).execute()
}

async function noteLoose(db: Db, storageKey: string, now: Date): Promise<void> {
  await db.insertInto('loose_files').values({ storage_key: storageKey, since: now.toISOString() }).execute()
}

type Keeping = Pick<Deps, 'db' | 'files' | 'now'>

/** The note goes last, so that nothing is left without one. */
export async function removeLoose({ db, files }: Omit<Keeping, 'now'>, storageKey: string): Promise<void> {
  await files.remove(storageKey)
  await db.deleteFrom('loose_files').where('storage_key', '=', storageKey).execute()
}

/** Longer than any upload may take. */
const looseAfter = 3_600_000

/** What uploads that broke off, and books that were replaced, have left in the store. */
export async function forgetLooseFiles(deps: Keeping): Promise<void> {
  const latest = new Date(deps.now().getTime() - looseAfter).toISOString()
  const rows = await deps.db.selectFrom('loose_files').selectAll().where('since', '<', latest).execute()
  for (const { storage_key } of rows) await removeLoose(deps, storage_key)
}

import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { PartFile } from '#server/files.ts'
import { randomText } from '#server/ids.ts'
import { isFileName } from './contract.ts'
import { inspectBook } from './epub.server.ts'
import { type Inside, lookInside } from './package.server.ts'
import { findBookFile, toBookFile } from './service.server.ts'
import type { BookFileRow } from './tables.server.ts'

type Names = { name: string; uploadedAs: string | null }

/** Streams the book to its place; only a whole one, which is really an EPUB, takes the place of the last. */
export async function keepBook(deps: Deps, { name, uploadedAs }: Names, body: ReadableStream<Uint8Array> | null) {
  const { db, files, log, now } = deps
  if (!isFileName(name)) {
    throw new AppError('invalid', 'A file name holds small letters, digits, dots and hyphens, and ends in .epub')
  }
  if (!body) throw new AppError('invalid', 'The file is empty.')
  const { bytes, seen } = inspectBook(body)
  const storageKey = `book-${randomText(16)}`
  // Noted before it exists: wherever this ends, housekeeping knows what to look for.
  await noteLoose(db, storageKey, now())
  let inside: Inside = { title: null, authors: null }
  await files.putInspected(storageKey, bytes, async (part) => {
    inside = await insistOnBook(part)
  })
  const row: BookFileRow = {
    name,
    storage_key: storageKey,
    ...seen,
    ...inside,
    uploaded_as: uploadedAs,
    uploaded_at: now().toISOString(),
  }
  const replaced = await db.transaction().execute((tx) => replaceBook(tx, row, now()))
  if (replaced) {
    await removeLoose(deps, replaced).catch((error) => log.warn('a replaced book stays for a while', { error }))
  }
  return toBookFile(deps.site(), row)
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

/** Puts the row in the place of exactly one other, whose key is loose from now on. Of two at once one replaces the other. */
async function replaceBook(tx: Db, row: BookFileRow, now: Date): Promise<string | null> {
  await tx.deleteFrom('loose_files').where('storage_key', '=', row.storage_key).execute()
  for (;;) {
    const before = await findBookFile(tx, row.name)
    if (!before && (await insertBook(tx, row))) return null
    if (!before || !(await updateBook(tx, row, before))) continue
    await noteLoose(tx, before.storage_key, now)
    return before.storage_key
  }
}

async function insertBook(tx: Db, row: BookFileRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('book_files')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

async function updateBook(tx: Db, row: BookFileRow, before: BookFileRow): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('book_files')
    .set(row)
    .where('name', '=', row.name)
    .where('storage_key', '=', before.storage_key)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

async function noteLoose(db: Db, storageKey: string, now: Date): Promise<void> {
  await db.insertInto('loose_files').values({ storage_key: storageKey, since: now.toISOString() }).execute()
}

type Keeping = Pick<Deps, 'db' | 'files' | 'now'>

/** The note goes last, so that nothing is left without one. */
async function removeLoose({ db, files }: Omit<Keeping, 'now'>, storageKey: string): Promise<void> {
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

import { sql } from 'kysely'
import { sizesOf } from '#features/images/service.server.ts'
import { slugPattern } from '#lib/slug.ts'
import { BackupFault } from '#server/backup/envelope.ts'
import { insertRows, type Value } from '#server/backup/rows.ts'
import type { Db } from '#server/db.ts'
import { readFrontMatter } from '#server/export/front-matter.ts'
import { rowsIn, type Shown } from '#server/export/rows.ts'
import type { Zip } from '#server/export/zip.ts'
import { newId, randomText } from '#server/ids.ts'
import type { KeyFor } from '#server/secret.ts'
import { emailHash } from '#server/suppressions.ts'
import { binFolder, otherParts, type Part, parts, type WrittenPart, writtenParts } from './export-parts.server.ts'
import { addressOf, type PictureNames, picturePath, withAddresses } from './export-pictures.server.ts'

/** A file of the ZIP, and where it is to lie. */
export type Carried = { path: string; key: string; sha256?: string }

export type Brought = {
  files: Carried[]
  settings: Shown
  facts: { name: string; value: string }[]
  /** people who get no letter any more, and of whom nothing is left but a hash by the key of the old site */
  unknown: number
}

export type Export = { zip: Zip; rows: Readonly<Record<string, number>>; keyFor: KeyFor; now: Date }

/** Reads all rows of an export into an empty database that has the tables it was made with. */
export async function readExport(tx: Db, given: Export): Promise<Brought> {
  const brought: Brought = { files: [], settings: {}, facts: [], unknown: 0 }
  const ids = await readPictures(tx, given, brought)
  await readBooks(tx, given, brought)
  for (const part of writtenParts) if (has(given, part)) await readWritten(tx, given, part, ids)
  for (const part of parts) {
    if (!has(given, part)) continue
    if (part.table === 'settings') {
      if (part.file === 'site/settings') for await (const row of listed(given, part.file)) brought.settings = row
    } else await fill(tx, given, part.table, rowsOf(given, part))
  }
  await fill(tx, given, 'suppressions', readRefused(given, brought))
  for await (const { name, value } of listed(given, otherParts.site_facts.file)) {
    if (typeof name === 'string' && typeof value === 'string') brought.facts.push({ name, value })
  }
  return brought
}

const has = ({ rows }: Export, { table }: { table: string }) => Object.hasOwn(rows, table)

/** What stands in the ZIP under that name, a row at a time. */
function listed({ zip }: Export, file: string): AsyncGenerator<Shown> {
  return rowsIn(`${file}.json`, zip.read(`${file}.json`))
}

async function* rowsOf(given: Export, { file, without = {}, json = [] }: Part) {
  for await (const row of listed(given, file)) yield { ...row, ...packed(row, json), ...without }
}

function packed(row: Shown, json: readonly string[]): Shown {
  return Object.fromEntries(
    json.map((column) => [
      column,
      row[column] === null || row[column] === undefined ? null : JSON.stringify(row[column]),
    ]),
  )
}

type Column = { name: string; type: string; isNeeded: number }

const rowsAtOnce = 500

/** Every row fits its table before anything is asked of the database, and there are as many as were written. */
async function fill(tx: Db, { rows: wanted }: Export, table: string, rows: AsyncIterable<Shown>): Promise<void> {
  const { rows: columns } = await sql<Column>`
    select name, lower(type) as type, "notnull" or pk > 0 as "isNeeded" from pragma_table_info(${table})`.execute(tx)
  const target = { name: table, columns: columns.map(({ name }) => name) }
  let held: Value[][] = []
  let count = 0
  for await (const row of rows) {
    held.push(columns.map((column) => fitting(table, column, row[column.name] ?? null)))
    count++
    if (held.length < rowsAtOnce) continue
    await insertRows(tx, target, held)
    held = []
  }
  await insertRows(tx, target, held)
  if (count !== wanted[table]) {
    throw new BackupFault(
      `This export is not whole: of ${wanted[table] ?? 0} rows of ${table} there are ${count} in it.`,
    )
  }
}

function fitting(table: string, { name, type, isNeeded }: Column, value: unknown): Value {
  if (value === null && !isNeeded) return null
  if (type === 'integer' && Number.isSafeInteger(value)) return value as number
  // PostgreSQL keeps no text with that sign in it.
  if (type === 'text' && typeof value === 'string' && !value.includes('\0')) return value
  throw new BackupFault(
    `This export is not as Frontispiece writes it: in ${table}, ${name} is ${value === null ? 'missing' : 'not what it can be'}.`,
  )
}

const idRule = /^[\w-]{1,64}$/

/** Answers the ids of pictures by the names of their files. */
async function readPictures(tx: Db, given: Export, { files }: Brought): Promise<PictureNames> {
  const ids = new Map<string, string>()
  async function* rows() {
    for await (const row of listed(given, otherParts.images.file)) {
      const [id, name] = [String(row.id), String(row.name)]
      if (!idRule.test(id)) throw new BackupFault(`A picture in this export has an id that is none: ${id.slice(0, 80)}`)
      ids.set(name, id)
      files.push(...sizesOf(id).map((size, at) => ({ path: picturePath(name, size, at === 0), key: size.key })))
      yield row
    }
  }
  await fill(tx, given, 'images', rows())
  return ids
}

/** They get new places in the store. */
async function readBooks(tx: Db, given: Export, { files }: Brought): Promise<void> {
  async function* rows() {
    for await (const row of listed(given, otherParts.book_files.file)) {
      const key = `book-${randomText(16)}`
      files.push({ path: `files/${row.name}`, key, sha256: String(row.sha256) })
      yield { ...row, ...packed(row, ['cover']), storage_key: key }
    }
  }
  await fill(tx, given, 'book_files', rows())
}

async function* readRefused(given: Export, brought: Brought) {
  for await (const { email, ...row } of listed(given, otherParts.suppressions.file)) {
    if (typeof email !== 'string') brought.unknown++
    yield typeof email === 'string' ? { ...row, email_hash: emailHash(given.keyFor, email) } : row
  }
}

/** More than the longest text she can save, in the widest letters. */
const longestText = 8 * 1024 * 1024

async function readWritten(tx: Db, given: Export, part: WrittenPart, ids: PictureNames): Promise<void> {
  const { table, folder, without = {}, json = [], beside } = part
  const { zip } = given
  const name = new RegExp(`^(?:${binFolder}/)?${folder}/[^/]+\\.md$`)
  const isBeside = (path: string) => beside !== undefined && path.endsWith(`.${beside}.md`)
  const textAt = async (path: string) => (await zip.readWhole(path, longestText)).toString()
  async function* rows() {
    for (const path of zip.names) {
      if (!name.test(path) || isBeside(path)) continue
      const { fields, text } = readFrontMatter(path, await textAt(path))
      const { id = newId(given.now), slug } = fields
      if (!idRule.test(String(id)) || !slugPattern.test(String(slug))) {
        throw new BackupFault(`${path} has an id or a slug that is none.`)
      }
      const row = Object.fromEntries(Object.entries(fields).map(([column, value]) => [column, addressOf(value, ids)]))
      const second = path.replace(/md$/, `${beside}.md`)
      const other = beside && zip.has(second) ? await textAt(second) : ''
      yield {
        ...row,
        ...packed(row, json),
        ...without,
        id,
        content: withAddresses(text, ids),
        format: 'prose',
        ...(beside ? { [beside]: withAddresses(other, ids) } : {}),
      }
    }
  }
  await fill(tx, given, table, rows())
}

import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { backupSize } from '#features/backups/backups-text.ts'
import { listBookKeys } from '#features/downloads/service.server.ts'
import { listPictureFiles, sizesOf } from '#features/images/service.server.ts'
import { recordEvent } from '#features/owner/service.server.ts'
import { findAddressKey } from '#features/people/address-key.server.ts'
import { refused } from '#features/people/export.server.ts'
import { asProse } from '#features/writing/as-prose.ts'
import type { Format } from '#features/writing/contract.ts'
import { BackupFault } from '#server/backup/envelope.ts'
import { insistOnWholeRestore } from '#server/backup/restore.ts'
import { listMigrations, listTables, openMoment, type Row, readAnswer, readRows } from '#server/backup/rows.ts'
import { databaseBytes, FileVanished, insistOnRoom } from '#server/backup/write.ts'
import { type Database, type Db, joinDatabase, noSiteIn } from '#server/db.ts'
import type { Env } from '#server/env.ts'
import { withFrontMatter } from '#server/export/front-matter.ts'
import { csvOf, jsonOf, type Shown } from '#server/export/rows.ts'
import { type ZipEntry, zipOf } from '#server/export/zip.ts'
import { type Files, openFiles, writeWhole } from '#server/files.ts'
import { createLog } from '#server/log.ts'
import { findRootKeys, type KeyFor, loadSecret } from '#server/secret.ts'
import { emailHash } from '#server/suppressions.ts'
import { version } from './backup.server.ts'
import {
  binFolder,
  type ExportMark,
  markName,
  newestFormat,
  otherParts,
  type Part,
  parts,
  product,
  readme,
  type WrittenPart,
  wishes,
  writtenParts,
} from './export-parts.server.ts'
import { namePictures, type PictureNames, pathOf, picturePath, sizesIn, withPaths } from './export-pictures.server.ts'

export type ExportedSite = { database: Database; files: Files; keyFor: KeyFor }

/** The command `export FILE`. The site may run meanwhile. */
export async function exportSite(env: Env, say: (line: string) => void, file: string): Promise<void> {
  insistOnWholeRestore(env.dataDir)
  const path = resolve(file)
  const database = await joinDatabase(env)
  if (!database) throw new BackupFault(noSiteIn(env))
  try {
    // One that is made up now would be nobody's.
    findRootKeys(env)
    const keyFor = await findAddressKey({ db: database.db, env, keyFor: loadSecret(env) })
    const log = createLog(() => {})
    const files = await openFiles(join(env.dataDir, 'files'), env, log)
    const { rows, missing } = await writeExport({ database, files, keyFor }, path, new Date())
    await recordEvent(database.db, 'site.exported', new Date())
    const { size } = await stat(path)
    const written = writtenParts.map(({ table, folder }) => `${rows[table] ?? 0} ${folder}`).join(', ')
    say(`Everything of yours is in ${path}: ${backupSize(size)}, ${written}, ${rows.people ?? 0} people.`)
    if (missing.length > 0) say(`${missing.length} files are not where they should be, and not in it.`)
    say('Any program that opens ZIP files opens it; README.txt in it says what is what.')
    say('It holds the addresses of your readers, and is not sealed: keep it where nobody else comes by.')
  } finally {
    await database.close()
  }
}

type Told = Pick<ExportMark, 'rows' | 'files'> & { missing: string[] }

const mostTries = 3

/** Everything of hers at one moment, in a file that is there once it is whole. */
export async function writeExport(site: ExportedSite, path: string, madeAt: Date): Promise<Told> {
  if (existsSync(path)) throw new BackupFault(`There is a file ${path} already. Choose another name.`)
  for (let tries = 1; ; tries++) {
    const told: Told = { rows: {}, files: 0, missing: [] }
    try {
      await writeWhole(path, zipOf(entriesOf(site, path, madeAt, told), madeAt))
      return told
    } catch (error) {
      if (!(error instanceof FileVanished)) throw error
      if (tries === mostTries) throw new BackupFault('Files were replaced while it was made. Try again later.')
    }
  }
}

/** A file of hers, and where it lies in the ZIP. */
type Kept = { path: string; key: string; size: number }

/** The rows of one moment, then the files they speak of; last the mark by which it is known to be whole. */
async function* entriesOf(site: ExportedSite, path: string, madeAt: Date, told: Told): AsyncGenerator<ZipEntry> {
  const { database, files, keyFor } = site
  const line = await openMoment(database)
  let until = ''
  let kept: Kept[] = []
  try {
    until = (await listMigrations(line)).at(-1) ?? ''
    const read = await readerOf(line, database)
    const pictures = await lookAtPictures(files, read, told)
    const books = await lookAtBooks(files, read, told)
    kept = [...pictures.kept, ...books.kept]
    const bytes = kept.reduce((sum, { size }) => sum + size, 0)
    await insistOnRoom(dirname(path), bytes + (await databaseBytes(database, line)))
    yield { path: 'README.txt', bytes: textOf(readme(madeAt)) }
    for (const part of writtenParts) yield* writtenEntries(part, read, pictures.names, told)
    const { images, book_files, suppressions, site_facts } = otherParts
    const decided = async function* () {
      for await (const row of read.rows('site_facts')) if (wishes.includes(String(row.name))) yield row
    }
    const lists: List[] = [
      ...parts.map((part) => listOf(part, read)),
      { ...images, table: 'images', rows: () => each(pictures.rows) },
      { ...book_files, table: 'book_files', rows: () => each(books.rows) },
      { ...site_facts, table: 'site_facts', rows: decided },
      {
        ...suppressions,
        table: 'suppressions',
        columns: ['email', 'email_hash', 'reason', 'at'],
        rows: () => readAnswer(line, database.engine, refused(line)),
      },
    ]
    for (const list of lists) yield* listEntries(list, told)
  } finally {
    await line.rollback().execute()
  }
  for (const file of kept) {
    yield { path: file.path, bytes: await bytesOf(site, file), size: file.size, isPacked: true }
    told.files++
  }
  const mark: ExportMark = {
    product,
    format: newestFormat,
    version,
    until,
    madeAt: madeAt.toISOString(),
    rows: told.rows,
    files: told.files,
    keyMark: emailHash(keyFor, ''),
  }
  yield { path: markName, bytes: textOf(`${JSON.stringify(mark, null, 2)}\n`) }
}

type Reader = {
  columns: (table: string) => readonly string[]
  rows: (table: string, columns?: readonly string[]) => AsyncGenerator<Row>
}

async function readerOf(line: Db, { engine }: Database): Promise<Reader> {
  const known = new Map((await listTables(line, engine)).map(({ name, columns }) => [name, columns]))
  const columnsOf = (table: string) => known.get(table) ?? []
  return {
    columns: columnsOf,
    async *rows(name, columns = columnsOf(name)) {
      for await (const values of readRows(line, engine, { name, columns: [...columns] })) {
        yield Object.fromEntries(columns.map((column, index) => [column, values[index] ?? null]))
      }
    },
  }
}

async function* each<Thing>(things: readonly Thing[]): AsyncGenerator<Thing> {
  yield* things
}

async function* textOf(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text)
}

async function lookAtPictures(files: Files, read: Reader, told: Told) {
  const found: { row: Row; id: string; sizes: number[] }[] = []
  for await (const row of read.rows('images')) {
    const id = String(row.id)
    const keys = sizesOf(id).map(({ key }) => key)
    const sizes = await sizesIn(files, keys)
    // One that lacks a size is an upload that is under way, or lost.
    if (sizes) found.push({ row, id, sizes })
    else told.missing.push(...keys)
  }
  const names = await namePictures(
    found.map(({ id }) => id),
    pictured(read),
  )
  const nameOf = (id: string) => names.get(id) ?? id
  return {
    names,
    rows: found.map(({ row, id }) => ({ name: nameOf(id), ...row })),
    kept: found.flatMap(({ id, sizes }) =>
      sizesOf(id).map((size, index) => ({
        path: picturePath(nameOf(id), size, index === 0),
        key: size.key,
        size: sizes[index] ?? 0,
      })),
    ),
  }
}

/** Whatever may name a picture, in the order in which it stands in the ZIP. */
async function* pictured(read: Reader) {
  for (const { table, beside } of writtenParts) {
    const columns = [
      'slug',
      'cover_image',
      'content',
      ...(beside ? [beside] : []),
      ...(table === 'books' ? ['cover'] : []),
    ]
    for await (const row of read.rows(table, columns)) {
      yield { slug: String(row.slug), text: columns.map((column) => row[column] ?? '').join(' ') }
    }
  }
}

async function lookAtBooks(files: Files, read: Reader, told: Told) {
  const rows: Shown[] = []
  const kept: Kept[] = []
  for await (const { storage_key, cover, ...row } of read.rows('book_files')) {
    const key = String(storage_key)
    const sizes = await sizesIn(files, [key])
    if (!sizes) {
      told.missing.push(key)
      continue
    }
    rows.push({ ...row, cover: writtenOut(cover) })
    kept.push({ path: `files/${row.name}`, key, size: sizes[0] ?? 0 })
  }
  return { rows, kept }
}

/** A file that has gone since the moment was replaced, and another moment has to be chosen; or it is lost. */
async function bytesOf({ files, database }: ExportedSite, { key }: Kept) {
  const file = await files.read(key)
  if (file) return file.stream()
  const named = [...(await listBookKeys(database.db)), ...(await listPictureFiles(database.db)).flat()]
  if (!named.includes(key)) throw new FileVanished()
  throw new BackupFault(`The file ${key} went away while it was read. Try again.`)
}

type List = {
  table: string
  file: string
  rows: () => AsyncIterable<Shown>
  columns?: readonly string[]
}

function listOf(part: Part, read: Reader): List {
  const { table, file, only, without = {}, json = [], isList } = part
  const columns = (only ?? read.columns(table)).filter((column) => !(column in without))
  async function* rows() {
    for await (const row of read.rows(table, columns)) yield shown(row, json)
  }
  return { table, file, rows, ...(isList ? { columns } : {}) }
}

function shown(row: Row, json: readonly string[]): Shown {
  return { ...row, ...Object.fromEntries(json.map((column) => [column, writtenOut(row[column])])) }
}

function writtenOut(value: unknown): unknown {
  return typeof value === 'string' ? JSON.parse(value) : value
}

/** Each twice where it is a list for spreadsheets too. */
async function* listEntries({ table, file, rows, columns }: List, told: Told): AsyncGenerator<ZipEntry> {
  yield { path: `${file}.json`, bytes: jsonOf(counted(rows(), table, told)) }
  if (columns) yield { path: `${file}.csv`, bytes: csvOf(columns, rows()) }
}

async function* counted(rows: AsyncIterable<Shown>, table: string, told: Told): AsyncGenerator<Shown> {
  let count = 0
  for await (const row of rows) {
    count++
    yield row
  }
  told.rows[table] = count
}

async function* writtenEntries(
  part: WrittenPart,
  read: Reader,
  names: PictureNames,
  told: Told,
): AsyncGenerator<ZipEntry> {
  const { table, folder, without = {}, json = [], beside } = part
  const taken = new Set<string>()
  let count = 0
  for await (const row of read.rows(table)) {
    count++
    const place = row.deleted_at === null ? folder : `${binFolder}/${folder}`
    const depth = place.split('/').length
    const path = freePath(`${place}/${row.slug}`, taken)
    const format = row.format as Format
    const prose = (column: string) => withPaths(asProse(String(row[column]), format), names, depth)
    const { id, title, slug, content: _content, format: _format, ...rest } = shown(row, json)
    const fields = Object.entries({ title, slug, id, ...rest }).filter(
      ([column]) => !(column in without) && column !== beside,
    )
    const top = Object.fromEntries(fields.map(([column, value]) => [column, pathOf(value, names, depth)]))
    yield { path: `${path}.md`, bytes: textOf(withFrontMatter(top, prose('content'))) }
    if (beside && row[beside]) yield { path: `${path}.${beside}.md`, bytes: textOf(prose(beside)) }
  }
  told.rows[table] = count
}

/** Of what was thrown away, several may have had the same address. */
function freePath(plain: string, taken: Set<string>): string {
  let path = plain
  for (let number = 2; taken.has(path); number++) path = `${plain}.${number}`
  taken.add(path)
  return path
}

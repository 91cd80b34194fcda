import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { stat, statfs } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { sql } from 'kysely'
import { DataFolderBusy, holdFolder } from '#server/data-folder.ts'
import type { Database, Db } from '#server/db.ts'
import { type Files, writeWhole } from '#server/files.ts'
import { BackupFault, type Passphrase, seal } from './envelope.ts'
import { type Start, type Sums, type TableSum, writeRecord } from './records.ts'
import { createTally, listMigrations, listTables, openMoment, packRows, readRows } from './rows.ts'

/** What is kept of a site. */
export type KeptSite = Pick<Start, 'version' | 'rootKey' | 'oldKeys' | 'settings'> & {
  dataDir: string
  database: Database
  files: Files
  /** which files the rows speak of, in groups that are of use only when all are there */
  listFiles: (line: Db) => Promise<string[][]>
}

export type Wish = Reading & { path: string; passphrase: Passphrase }

/** How a site is read, from its first row to its last file. */
export type Reading = {
  madeAt: Date
  /** false: rows only, for a copy that is made before a change of the tables */
  hasFiles?: boolean
  /** how much of how much is written, in bytes that are guessed beforehand */
  onProgress?: (done: number, total: number) => void
  /** told beforehand, in bytes: what it throws at is not read */
  onSize?: (size: Start['size']) => Promise<void>
}

export type Written = { path: string; bytes: number; sums: Sums }

/** A file was there at the moment of the rows, and is gone: another moment has to be chosen. */
export class FileVanished extends Error {}

const mostTries = 3
/** What the site itself still needs while a disk fills. */
const roomToSpare = 64 * 1024 * 1024

export const backupsFolder = (dataDir: string) => join(dataDir, 'backups')

/** Writes the whole site into one file, while it runs. The file is there once it is whole. One at a time. */
export async function backUp(site: KeptSite, wish: Wish): Promise<Written> {
  if (existsSync(wish.path)) throw new BackupFault(`There is a file ${wish.path} already. Choose another name.`)
  const letGo = takeTurn(site.dataDir)
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await writeOnce(site, wish)
      } catch (error) {
        if (!(error instanceof FileVanished)) throw error
        if (tries === mostTries)
          throw new BackupFault('Files were replaced while the backup was made. Try again later.')
      }
    }
  } finally {
    letGo()
  }
}

/** On this machine; several nodes on one PostgreSQL take turns there. */
function takeTurn(dataDir: string): () => void {
  try {
    return holdFolder(backupsFolder(dataDir))
  } catch (error) {
    throw error instanceof DataFolderBusy ? busy() : error
  }
}

const busy = () =>
  new BackupFault('Another backup is being made just now. Try again when it is done.', { isBusy: true })

async function writeOnce(site: KeptSite, wish: Wish): Promise<Written> {
  const sums: Sums = { tables: {}, files: { count: 0, bytes: 0 }, missing: [] }
  const onSize = ({ database, files }: Start['size']) => insistOnRoom(dirname(wish.path), database + files)
  const records = recordsOf(site, { ...wish, onSize }, sums)
  await writeWhole(wish.path, seal(records, wish.passphrase), () => judgeMissing(site, sums))
  return { path: wish.path, bytes: (await stat(wish.path)).size, sums }
}

/** What was not there may have been replaced since the moment, or been on its way in; what nobody replaced is lost. */
async function judgeMissing({ database, files, listFiles }: KeptSite, sums: Sums) {
  if (sums.missing.length === 0) return
  const named = new Set((await listFiles(database.db)).flat())
  if (sums.missing.some((key) => !named.has(key))) throw new FileVanished()
  const found = await Promise.all(sums.missing.map((key) => files.read(key)))
  sums.missing = sums.missing.filter((_, index) => !found[index])
}

/** The whole site, as a backup holds it. */
export async function* recordsOf(site: KeptSite, reading: Reading, sums: Sums): AsyncGenerator<Buffer> {
  const { database, version, rootKey, oldKeys, settings } = site
  const { engine } = database
  const { hasFiles = true, madeAt, onProgress, onSize } = reading
  const line = await openMoment(database)
  try {
    if (engine === 'postgres') await takeTurnAmongNodes(line)
    const groups = hasFiles ? await site.listFiles(line) : []
    const found = await lookAt(site.files, groups)
    const size = { database: await databaseBytes(database, line), files: found.bytes }
    const total = size.database + size.files
    await onSize?.(size)
    let done = 0
    const passed = (bytes: Buffer) => {
      done += bytes.length
      onProgress?.(Math.min(done, total), total)
      return bytes
    }
    const migrations = await listMigrations(line)
    const keys = { rootKey, oldKeys }
    const start = { version, engine, madeAt: madeAt.toISOString(), migrations, ...keys, settings, size, hasFiles }
    yield writeRecord({ kind: 'start', ...start })
    for (const table of await listTables(line, engine)) {
      const tally = createTally()
      for await (const packed of packRows(readRows(line, engine, table), tally)) {
        yield writeRecord({ kind: 'rows', table: table.name, columns: table.columns, size: packed.length })
        yield passed(packed)
      }
      sums.tables[table.name] = tally.sum() satisfies TableSum
    }
    // On PostgreSQL the moment is also our turn among the nodes; SQLite's log grows as long as one is held.
    if (engine === 'sqlite') await line.rollback().execute()
    sums.missing = found.missing
    for (const key of found.keys) {
      for await (const bytes of fileRecords(site.files, key, sums)) yield passed(bytes)
    }
    yield writeRecord({ kind: 'end', ...sums })
    onProgress?.(total, total)
  } finally {
    if (!line.isRolledBack) await line.rollback().execute()
  }
}

/** Held as long as the moment is. */
async function takeTurnAmongNodes(line: Db) {
  const { rows } = await sql<{ taken: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('frontispiece backup')) as taken`.execute(line)
  if (!rows[0]?.taken) throw busy()
}

/** A group that is not whole is an upload that was under way, or one whose files are lost: of neither is a part kept. */
async function lookAt(files: Files, groups: string[][]) {
  const found = { keys: [] as string[], missing: [] as string[], bytes: 0 }
  for (const group of groups) {
    const sizes = new Map<string, number>()
    for (const key of group) {
      const file = await files.read(key)
      if (file) sizes.set(key, file.size)
    }
    if (sizes.size < group.length) {
      found.missing.push(...group.filter((key) => !sizes.has(key)))
      continue
    }
    found.keys.push(...group)
    for (const size of sizes.values()) found.bytes += size
  }
  return found
}

async function* fileRecords(files: Files, key: string, sums: Sums): AsyncGenerator<Buffer> {
  const file = await files.read(key)
  if (!file) throw new FileVanished()
  yield writeRecord({ kind: 'file', key, size: file.size })
  const hash = createHash('sha256')
  let size = 0
  for await (const bytes of await file.stream()) {
    size += bytes.length
    hash.update(bytes)
    yield Buffer.from(bytes)
  }
  if (size !== file.size) throw new FileVanished()
  yield writeRecord({ kind: 'file-end', sha256: hash.digest('hex') })
  sums.files.count++
  sums.files.bytes += size
}

export async function databaseBytes({ engine }: Database, line: Db): Promise<number> {
  const question =
    engine === 'postgres'
      ? sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`
      : sql<{ bytes: number }>`select page_count * page_size as bytes from pragma_page_count(), pragma_page_size()`
  return (await question.execute(line)).rows[0]?.bytes ?? 0
}

export async function insistOnRoom(folder: string, bytes: number) {
  const { bavail, bsize } = await statfs(folder)
  const room = bavail * bsize - roomToSpare
  if (room >= bytes) return
  throw new BackupFault(
    `This may need ${megabytes(bytes)}, and there is room for ${megabytes(Math.max(0, room))} in ${folder}. Make room, then try again.`,
  )
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000).toLocaleString('en')} MB`

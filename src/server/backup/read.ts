import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, existsSync } from 'node:fs'
import { mkdir, open, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Database, openDatabase } from '#server/db.ts'
import { createFolderFiles, type Files, isInside } from '#server/files.ts'
import { thisUser } from '#server/folder-rights.ts'
import { knownMigrations, migrate } from '#server/migrations.ts'
import { BackupFault, type Passphrase, unseal } from './envelope.ts'
import { gather, type RecordReader, readRecords, type Start, type Sums } from './records.ts'
import { insertRows, takeAllTheTime, tallyTables, unpackRows } from './rows.ts'
import { insistOnRoom } from './write.ts'

export type BackupFile = { path: string; passphrase: Passphrase; dataDir: string }
export type OpenBackup = { start: Start; reader: RecordReader }

/** Reads the file from end to end first, a gigabyte in a second or two: of one that is damaged nothing is ever used. */
export async function openBackup({ path, passphrase, dataDir }: BackupFile): Promise<OpenBackup> {
  await insistOnReadable(path)
  // From before there was a passphrase one may lie in the data folder, where nobody else can have put it.
  const mustBeSealed = passphrase !== null && !isInside(path, dataDir)
  const read = () => unseal(createReadStream(path, { highWaterMark: 256 * 1024 }), passphrase, { mustBeSealed })
  for await (const _ of read());
  const reader = readRecords(read())
  const start = await reader.next()
  if (start?.kind !== 'start') throw new BackupFault('This backup is damaged or cut short.')
  if (start.migrations.some((name, index) => knownMigrations[index] !== name)) {
    throw new BackupFault(
      `This backup was made by a newer Frontispiece (${start.version}). Install that version first.`,
    )
  }
  return { start, reader }
}

async function insistOnReadable(path: string) {
  try {
    await (await open(path)).close()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new BackupFault(`There is no file ${path}.`)
    if (code !== 'EACCES') throw error
    throw new BackupFault(
      `${thisUser()} may not read ${path}. Give it the right to, for the file and for the folders it lies in.`,
    )
  }
}

/**
 * Puts everything into a place that holds tables and nothing else, then looks at what is there now: every row and every
 * file has to be what it was. Throws otherwise.
 */
export async function unpackInto({ reader }: OpenBackup, database: Database, files: Files): Promise<Sums> {
  const { sums, hashes } = await load(reader, database, files)
  await compareRows(database, sums)
  if (hashes.size !== sums.files.count) throw new BackupFault('This backup does not hold the files it says it holds.')
  for (const [key, wanted] of hashes) {
    const kept = await files.read(key)
    const hash = createHash('sha256')
    for await (const bytes of (await kept?.stream()) ?? []) hash.update(bytes)
    if (hash.digest('hex') !== wanted) throw new BackupFault(`The file ${key} did not come back as it was.`)
  }
  return sums
}

async function load(reader: RecordReader, { db, engine }: Database, files: Files) {
  const hashes = new Map<string, string>()
  const tx = await db.startTransaction().execute()
  if (engine === 'postgres') await takeAllTheTime(tx)
  try {
    for (let record = await reader.next(); record; record = await reader.next()) {
      if (record.kind === 'rows') {
        const rows = await unpackRows(await gather(reader.body(record.size)))
        await insertRows(tx, { name: record.table, columns: record.columns }, rows)
      } else if (record.kind === 'file') {
        hashes.set(record.key, await loadFile(reader, files, record))
      } else if (record.kind === 'end') {
        if (await reader.next()) break
        await tx.commit().execute()
        return { sums: record, hashes }
      }
    }
    throw new BackupFault('This backup does not end as a backup ends.')
  } catch (error) {
    await tx.rollback().execute()
    throw error
  }
}

async function loadFile(reader: RecordReader, files: Files, { key, size }: { key: string; size: number }) {
  const hash = createHash('sha256')
  async function* heard() {
    for await (const bytes of reader.body(size)) {
      hash.update(bytes)
      yield bytes
    }
  }
  await files.put(key, heard())
  const end = await reader.next()
  const sha256 = hash.digest('hex')
  if (end?.kind !== 'file-end' || end.sha256 !== sha256) throw new BackupFault(`The file ${key} was kept wrongly.`)
  return sha256
}

async function compareRows(database: Database, { tables }: Sums) {
  for (const [table, found] of Object.entries(await tallyTables(database))) {
    const wanted = tables[table] ?? { count: 0, hash: '0'.repeat(64) }
    if (found.count !== wanted.count || found.hash !== wanted.hash) {
      throw new BackupFault(`The rows of ${table} did not come back as they were.`)
    }
  }
}

export type Verified = { start: Start; sums: Sums }

/** Restores the backup into a place that is thrown away, with this version's tables at the end, as a restore would. */
export async function verifyBackup(file: BackupFile): Promise<Verified> {
  const { dataDir } = file
  const opened = await openBackup(file)
  const isNew = !existsSync(dataDir)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const scratch = join(dataDir, `${scratchName}${randomBytes(6).toString('hex')}`)
  try {
    await insistOnRoom(dataDir, roomFor(opened.start.size))
    const database = await openDatabase({ databaseUrl: null, dataDir: scratch }, untilOf(opened))
    try {
      const sums = await unpackInto(opened, database, createFolderFiles(join(scratch, 'files')))
      await migrate(database)
      return { start: opened.start, sums }
    } finally {
      await database.close()
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
    if (isNew) await rmdir(dataDir).catch(() => {})
  }
}

export const scratchName = 'verifying-'

/** Longer than bringing any site back takes. */
const leftBehindAfter = 24 * 3_600_000

/** What a process that was killed has left behind may be thrown away. */
export async function sweepScratch(dataDir: string, now: Date): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(scratchName)) continue
    const folder = join(dataDir, name)
    const found = await stat(folder).catch(() => null)
    if (found && now.getTime() - found.mtimeMs > leftBehindAfter) await rm(folder, { recursive: true, force: true })
  }
}

/** A database is written to its log first, all of it in one transaction. */
export function roomFor({ files, database }: Start['size']): number {
  return files + 2 * database
}

export function untilOf({ start }: OpenBackup) {
  const until = start.migrations.at(-1)
  if (!until) throw new BackupFault('This backup holds no tables.')
  return { until }
}

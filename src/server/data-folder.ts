import { accessSync, chmodSync, constants, existsSync, mkdirSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { CannotStart } from './cannot-start.ts'
import { commandLine } from './installation.ts'
import { isDamaged } from './sqlite-driver.ts'

/** Another process holds the data folder. */
export class DataFolderBusy extends CannotStart {}

/** The folder was in use, and its database is not there or empty: a site begun anew here would hide that. */
export class DatabaseLost extends CannotStart {
  constructor(dataDir: string) {
    super(
      `The database in ${dataDir} is empty or missing, though the folder has been in use. Bring a backup back (${commandLine} restore FILE --force), or put frontispiece.db and frontispiece.db-wal back from where they went; a site on PostgreSQL needs DATABASE_URL; to begin anew, set DATA_DIR to another folder.`,
    )
  }
}

/** What of a folder is its database. */
export const databaseFiles = ['frontispiece.db', 'frontispiece.db-wal', 'frontispiece.db-shm']

export function databaseFile(dataDir: string): string {
  return join(dataDir, 'frontispiece.db')
}

/**
 * One process per data folder. The lock is an open exclusive transaction on a file beside the data: the system itself
 * lets go of it when its owner dies, however suddenly, and never while she lives.
 */
export function holdFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  return askLock(dataDir, 'begin exclusive')
}

/**
 * Throws what the system says of a folder, or of a file in it, that this user may not write. Asked before SQLite is, which
 * opens such a file without a word, and then shares what it knows of it with whoever opens it next.
 */
export function insistOnRights(dataDir: string): void {
  if (!existsSync(dataDir)) return
  const names = ['lock.db', ...databaseFiles]
  const files = names.map((name) => join(dataDir, name)).filter((file) => existsSync(file))
  for (const place of [dataDir, ...files]) accessSync(place, constants.W_OK)
}

/** For whoever may only read there and can hold nothing: whether somebody else does. */
export function insistOnFreeFolder(dataDir: string): void {
  askLock(dataDir, 'select 1 from sqlite_master', { readOnly: true })()
}

/** Answers how to let go again. */
function askLock(dataDir: string, question: string, how: { readOnly?: boolean } = {}): () => void {
  const lock = new DatabaseSync(join(dataDir, 'lock.db'), { timeout: 0, ...how })
  try {
    lock.exec(question)
  } catch (error) {
    lock.close()
    if (isDamaged(error)) {
      throw new CannotStart(`The file lock.db in ${dataDir} is damaged. It holds nothing: delete it, and start again.`)
    }
    if (!isBusy(error)) throw error
    throw new DataFolderBusy(
      `Another Frontispiece is using the data folder ${dataDir}. Stop it first, or set DATA_DIR.`,
    )
  }
  return () => lock.close()
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && error.errcode === 5
}

/** The process makes files for its own user only; those made by an older version may be readable for everybody here. */
export function closeToOthers(dataDir: string) {
  for (const name of readdirSync(dataDir)) {
    const file = join(dataDir, name)
    const found = statSync(file, { throwIfNoEntry: false })
    if (found?.uid === process.geteuid?.() && found && found.mode & 0o077) chmodSync(file, found.mode & 0o700)
  }
}

/** A first start makes the tables, then all else: where there is anything of a site, or a log, there was a database. */
export function insistOnDatabase(dataDir: string) {
  const file = databaseFile(dataDir)
  const hasFile = sizeOf(file) > 0
  if (!hasFile && sizeOf(`${file}-wal`) > 0) throw new DatabaseLost(dataDir)
  if (hasBeenInUse(dataDir) && !(hasFile && hasTables(file))) throw new DatabaseLost(dataDir)
}

/** Where SECRET_KEY is set there is no secret; a site that was moved has left its old database, most have books or pictures. */
function hasBeenInUse(dataDir: string): boolean {
  const found = existsSync(dataDir) ? readdirSync(dataDir) : []
  const files = join(dataDir, 'files')
  return (
    found.some((name) => name === 'secret' || name.startsWith('before-move-')) ||
    // A disk of its own has a lost+found from the start.
    (existsSync(files) && readdirSync(files).some((name) => !/^\.|^lost\+found$/.test(name)))
  )
}

export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}

export function hasTables(file: string): boolean {
  const sqlite = new DatabaseSync(file, { readOnly: true })
  try {
    return sqlite.prepare('select 1 from sqlite_master').get() !== undefined
  } finally {
    sqlite.close()
  }
}

import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { Kysely, PostgresDialect, SqliteAdapter, SqliteDialect, sql } from 'kysely'
import { CannotStart } from './cannot-start.ts'
import {
  closeToOthers,
  databaseFile,
  hasTables,
  holdFolder,
  insistOnDatabase,
  insistOnFreeFolder,
  insistOnRights,
  sizeOf,
} from './data-folder.ts'
import { commandLine } from './installation.ts'
import type { Log } from './log.ts'
import { doneMigrations, type MigrationWish, migrate, pendingMigrations } from './migrations.ts'
import { settled, WatchedPostgresDriver } from './postgres-driver.ts'
import { askAside } from './sqlite-aside.ts'
import { isDamaged, isUnwritable, PatientSqliteDriver } from './sqlite-driver.ts'
import { createStorageHealth, type StorageHealth } from './storage-health.ts'
import { putInMemory, takeFromMemory } from './way-in.ts'

/** Every table, by name. Each room that owns one adds it here by declaration merging, in its `tables.server.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled from elsewhere
export interface Tables {}

/** A connection or a transaction: whoever takes one need not know which. */
export type Db = Kysely<Tables>

export type Engine = 'sqlite' | 'postgres'

export type Database = {
  db: Db
  engine: Engine
  close: () => Promise<void>
  /** reads through the whole file and notes whether it is damaged; PostgreSQL sees to its own */
  check: () => Promise<void>
  /** of SQLite, where nothing could be written: tries to, and goes on as ever, or throws */
  goOnWriting?: () => Promise<void>
}

export type DatabasePlace = { databaseUrl: string | null; dataDir: string; workers?: number }

type Opening = {
  health?: StorageHealth
  /** for how long nothing must have been written before SQLite's log is moved over */
  restsAfter?: number
  /** done before tables that hold something are changed; its failure keeps them as they are */
  beforeChange?: (database: Database) => Promise<void>
  log?: Log
  /** the tables that go on in memory where nothing can be written: those the owner is let in by */
  wayIn?: readonly string[]
} & MigrationWish

export const inMemory = ':memory:'
const fiveSeconds = 5_000

export async function openDatabase(
  { databaseUrl, dataDir, workers }: DatabasePlace,
  { health = createStorageHealth(), restsAfter = fiveSeconds, beforeChange, log, wayIn, ...tables }: Opening = {},
): Promise<Database> {
  const database = databaseUrl
    ? await openPostgres(databaseUrl, health, { schema: tables.schema, workers })
    : openSqliteFolder(dataDir, health, { restsAfter, wayIn })
  try {
    if (databaseUrl && !tables.schema) await insistOnMovedSite(database, dataDir)
    const changes = await pendingMigrations(database)
    if (changes.length > 0) await beforeChange?.(database)
    await migrate(database, tables)
    for (const migration of changes) log?.info('tables changed', { migration })
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/** An empty database beside a folder with a site in it: one begun anew would hide that, as it would in the folder. */
async function insistOnMovedSite(database: Database, dataDir: string) {
  const file = databaseFile(dataDir)
  if (!existsSync(file) || !hasTables(file) || (await doneMigrations(database.db)).length > 0) return
  throw new CannotStart(
    `DATABASE_URL names an empty database, while there is a site in ${dataDir}. Take DATABASE_URL out of the settings to go on with it; to take it along: ${commandLine} move --to postgres://…; to begin anew, set DATA_DIR to another folder.`,
  )
}

type Joining = { health?: StorageHealth; isReader?: boolean }

/**
 * For a command beside the running site: takes no lock and changes no table, since both are the site's. Null where there
 * is no database yet. `isReader`: nothing at all can be written through it.
 */
export async function joinDatabase(
  { databaseUrl, dataDir }: DatabasePlace,
  { health = createStorageHealth(), isReader = false }: Joining = {},
): Promise<Database | null> {
  if (databaseUrl) return joinPostgres(databaseUrl, dataDir, { health, isReader })
  const file = databaseFile(dataDir)
  if (!existsSync(file) || !hasTables(file)) return null
  return { ...openSqlite(file, health, { isGuest: true, isReader }), check: () => checkFile(file, health) }
}

async function joinPostgres(databaseUrl: string, dataDir: string, { health, isReader }: Required<Joining>) {
  const database = await openPostgres(databaseUrl, health, { isReader })
  try {
    await insistOnMovedSite(database, dataDir)
    if ((await doneMigrations(database.db)).length > 0) return database
  } catch (error) {
    await database.close()
    throw error
  }
  await database.close()
  return null
}

/** Said by a command where there is no database yet. */
export function noSiteIn({ databaseUrl, dataDir }: DatabasePlace): string {
  return databaseUrl
    ? 'There is no site in the database that DATABASE_URL names yet. Start it once, or mend DATABASE_URL.'
    : `There is no site in ${dataDir} yet. Start it once, or set DATA_DIR.`
}

/** A database that is gone with its last reference. */
export async function openMemoryDatabase({
  health = createStorageHealth(),
  ...tables
}: Opening = {}): Promise<Database> {
  const database = openSqlite(inMemory, health)
  await migrate(database, tables)
  return database
}

type InFolder = { restsAfter: number; wayIn?: readonly string[] | undefined; isReadOnly?: boolean }

/** A folder that may only be read is read: readers get their pages, and the owner hears why nothing else goes on. */
function openSqliteFolder(dataDir: string, health: StorageHealth, how: InFolder): Database {
  try {
    return openInFolder(dataDir, health, how)
  } catch (error) {
    if (!isUnwritable(error) || sizeOf(databaseFile(dataDir)) === 0) throw error
    const database = openInFolder(dataDir, health, { ...how, isReadOnly: true })
    health.note('unwritable', error)
    return database
  }
}

function openInFolder(dataDir: string, health: StorageHealth, { restsAfter, wayIn, isReadOnly }: InFolder): Database {
  const file = databaseFile(dataDir)
  if (isReadOnly) insistOnFreeFolder(dataDir)
  else insistOnRights(dataDir)
  let unlock = isReadOnly ? null : holdFolder(dataDir)
  try {
    if (!isReadOnly) {
      closeToOthers(dataDir)
      insistOnDatabase(dataDir)
    }
    const { db, engine, close, goOnWriting } = openSqlite(file, health, { wayIn, isReadOnly })
    const stopSettling = settleInQuietHours(db, file, restsAfter)
    let checked = Promise.resolve()
    const check = () => {
      checked = checkFile(file, health)
      return checked
    }
    // A process that exits while the library is at work on another thread is aborted by it.
    const settle = () => Promise.all([stopSettling(), checked])
    return {
      db,
      engine,
      check,
      async goOnWriting() {
        insistOnRights(dataDir)
        unlock ??= holdFolder(dataDir)
        await goOnWriting?.()
      },
      close: () =>
        settle()
          .then(close)
          .then(() => unlock?.()),
    }
  } catch (error) {
    unlock?.()
    throw error
  }
}

/** Takes 7.5 s a gigabyte, on a thread of its own. */
async function checkFile(file: string, health: StorageHealth): Promise<void> {
  try {
    const found = await askAside<{ quick_check: string }>(file, 'pragma quick_check(5)', { isReader: true })
    const faults = found.map((row) => row.quick_check).filter((words) => words !== 'ok')
    if (faults.length > 0) health.note('damaged', new Error(faults.join('; ')))
    else health.over('damaged')
  } catch (error) {
    // Whatever else keeps it from being read through says nothing about the file; it is tried again tomorrow.
    if (isDamaged(error)) health.note('damaged', error)
  }
}

/**
 * What is written stands in a log beside the database first. Once nothing was written for a while it is moved over, so
 * that the file alone holds everything; on a thread of its own and in the way (`passive`) for which nobody ever waits.
 */
function settleInQuietHours(db: Db, file: string, restsAfter: number): () => Promise<void> {
  let seen = 0
  // Not even what a process that was killed has left behind.
  let settled = -1
  let isLooking = false
  let round = Promise.resolve()
  const look = async () => {
    const { rows } = await sql<{ changes: number }>`select total_changes() as changes`.execute(db)
    const changes = rows[0]?.changes ?? 0
    if (changes === seen && changes !== settled) {
      await askAside(file, 'pragma wal_checkpoint(passive)')
      settled = changes
    }
    seen = changes
  }
  const timer = setInterval(() => {
    if (isLooking) return
    isLooking = true
    // What could not be moved now stays in the log, and is moved another time.
    round = look()
      .catch(() => {})
      .finally(() => {
        isLooking = false
      })
  }, restsAfter).unref()
  return async () => {
    clearInterval(timer)
    await round
  }
}

/**
 * The file, or one in memory. Making or changing its tables is the business of whoever opens it: at once by `madeOf`, a
 * third of the work of one statement after the other. `isGuest`: another process has the file too, and sees to its log.
 * To empty that, it would make everybody wait.
 */
export function openSqlite(
  file: string,
  health: StorageHealth,
  { isGuest = false, isReader = false, madeOf = '', isReadOnly = false, wayIn = [] }: HowSqlite = {},
): Database {
  const isUntried = isGuest || isReader || file === inMemory
  let sqlite = isReadOnly ? connectToRead(file) : connect(file, { isUntried, isReader })
  let prepare = preparer(sqlite)
  let isOnlyRead = isReadOnly
  let isInMemory = false
  if (madeOf) sqlite.exec(madeOf)
  const close = () => {
    try {
      // Prepared statements outlive `close`, and with them SQLite's own tidying up; so the log is emptied here.
      if (!isGuest) sqlite.exec('pragma wal_checkpoint(truncate)')
    } catch {
      // What cannot be moved, on a full disk for instance, stays in the log, where the next start finds it.
    }
    sqlite.close()
  }
  const config = { database: { close, prepare: (text: string) => prepare(text) } }
  const dialect = new SqliteDialect(config)
  dialect.createAdapter = () => new TransactionalAdapter()
  const isInTransaction = () => sqlite.isTransaction
  const logFile = () => (file === inMemory || isOnlyRead ? null : `${file}-wal`)
  function openWayIn() {
    if (!isInMemory) putInMemory(sqlite, wayIn)
    isInMemory = true
  }
  dialect.createDriver = () => new PatientSqliteDriver(config, { logFile, isInTransaction, health, openWayIn })
  const db = new Kysely<Tables>({ dialect })

  async function goOnWriting() {
    const before = sqlite
    if (!isOnlyRead) {
      insistOnWriting(sqlite)
      return takeFromMemory(sqlite, wayIn)
    }
    sqlite = connect(file)
    prepare = preparer(sqlite)
    isOnlyRead = false
    before.close()
  }
  return {
    db,
    engine: 'sqlite',
    close: () => db.destroy(),
    check: async () => {},
    // In its turn: between two transactions.
    goOnWriting: () =>
      db.connection().execute(async () => {
        await goOnWriting()
        isInMemory = false
      }),
  }
}

type HowSqlite = {
  isGuest?: boolean
  isReader?: boolean
  madeOf?: string
  isReadOnly?: boolean | undefined
  wayIn?: readonly string[] | undefined
}

function connect(file: string, { isUntried = false, isReader = false } = {}) {
  const sqlite = new DatabaseSync(file, { timeout: 5_000, readOnly: isReader })
  try {
    // A commit that was answered survives a power cut, not only a crash: the driver sees to it.
    sqlite.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on')
    // A batch of views touches leaves all over a tree: with more of it in memory, and written back from the log less often
    // (at 32 MB), nobody else waits for that.
    sqlite.exec('pragma cache_size = -8000; pragma wal_autocheckpoint = 8000')
    if (!isUntried) insistOnWriting(sqlite)
    return sqlite
  } catch (error) {
    sqlite.close()
    throw error
  }
}

/** A number in the file's head that nobody uses. SQLite opens what it may only read, and begins to write, without a word. */
function insistOnWriting(sqlite: ReturnType<typeof connect>) {
  sqlite.exec('pragma user_version = 0')
}

/**
 * Without a log to read, SQLite would make one first, and cannot: `immutable` says that the file is all there is, and that
 * nobody changes it. With a log that a crash has left, both are copied to where they can be put together.
 */
function connectToRead(file: string) {
  if (sizeOf(`${file}-wal`) === 0) return new DatabaseSync(`${pathToFileURL(file)}?immutable=1`, { timeout: 5_000 })
  const folder = mkdtempSync(join(tmpdir(), 'frontispiece-'))
  const copy = join(folder, basename(file))
  try {
    for (const ending of ['', '-wal']) copyFileSync(file + ending, copy + ending)
    for (const ending of ['', '-wal']) chmodSync(copy + ending, 0o600)
    const sqlite = new DatabaseSync(copy, { readOnly: true })
    sqlite.exec('select 1 from sqlite_master')
    return sqlite
  } finally {
    // Open files outlive their names.
    rmSync(folder, { recursive: true })
  }
}

const mostPrepared = 100

/** What is asked again and again is prepared once; that costs more than most questions do. */
function preparer(sqlite: InstanceType<typeof DatabaseSync>) {
  const known = new Map<string, ReturnType<typeof wrap>>()
  const wrap = (text: string) => {
    const statement = sqlite.prepare(text)
    return {
      reader: statement.columns().length > 0,
      all: (parameters: readonly unknown[]) => statement.all(...bindable(parameters)),
      run: (parameters: readonly unknown[]) => statement.run(...bindable(parameters)),
      iterate: (parameters: readonly unknown[]) => read(text, bindable(parameters)),
    }
  }
  const beingRead = new Set<ReturnType<typeof sqlite.prepare>>()
  /** A statement of its own: two may be reading at once, each at her own pace. */
  function* read(text: string, parameters: Bindable[]) {
    const statement = sqlite.prepare(text)
    // The library's iterator does not hold its statement: once that is collected, the next row ends the process.
    beingRead.add(statement)
    try {
      yield* statement.iterate(...parameters)
    } finally {
      beingRead.delete(statement)
    }
  }
  return (text: string) => {
    const prepared = known.get(text) ?? wrap(text)
    known.delete(text)
    known.set(text, prepared)
    const [oldest] = known.keys()
    if (known.size > mostPrepared && oldest !== undefined) known.delete(oldest)
    return prepared
  }
}

/** SQLite can roll a change of tables back, though Kysely does not count on it: a migration happens whole or not at all. */
class TransactionalAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl() {
    return true
  }
}

type Bindable = string | number | null

function bindable(parameters: readonly unknown[]): Bindable[] {
  return parameters.map((value) => {
    if (value === null || typeof value === 'string' || typeof value === 'number') return value
    throw new TypeError(`only text, numbers and null are kept, not ${typeof value}`)
  })
}

/** A server has a hundred, unless told otherwise. Workers share what is one node's, four for each at least. */
const mostConnections = 10

type Sharing = { schema?: string | undefined; workers?: number | undefined; isReader?: boolean }

export async function openPostgres(
  databaseUrl: string,
  health: StorageHealth,
  { schema, workers = 1, isReader = false }: Sharing = {},
): Promise<Database> {
  // A site on SQLite has no use for it, and it is a twentieth of a start.
  const { default: pg } = await import('pg')
  // Counts come back as numbers on both engines; no count of ours reaches 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: Math.max(4, Math.floor(mostConnections / workers)),
    connectionTimeoutMillis: 3_000,
    async onConnect(client) {
      // A connection that breaks in use fails whoever uses it; without a listener it would also end the process.
      client.on('error', () => {})
      await client.query(settled)
      if (isReader) await client.query('set default_transaction_read_only = on')
      if (schema) await client.query(`set search_path to ${pg.escapeIdentifier(schema)}`)
    },
  })
  // The same for one that breaks while idle: the pool replaces it.
  pool.on('error', () => {})
  const config = { pool }
  const dialect = new PostgresDialect(config)
  dialect.createDriver = () => new WatchedPostgresDriver(config, health)
  const db = new Kysely<Tables>({ dialect })
  return { db, engine: 'postgres', close: () => db.destroy(), check: async () => {} }
}

/** Answers when the database does. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type Migration,
  Migrator,
  PostgresDialect,
  SqliteAdapter,
  SqliteDialect,
  sql,
} from 'kysely'
import pg from 'pg'
import { PatientSqliteDriver } from './sqlite-driver.ts'

/** Every table, by name. Each room that owns one adds it here by declaration merging, in its `tables.server.ts`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled from elsewhere
export interface Tables {}

/** A connection or a transaction: whoever takes one need not know which. */
export type Db = Kysely<Tables>

export type Engine = 'sqlite' | 'postgres'

export type Database = { db: Db; engine: Engine; close: () => Promise<void> }

export type DatabasePlace = { databaseUrl: string | null; dataDir: string }

/** Another process holds the data folder. */
export class DataFolderBusy extends Error {}

const inMemory = ':memory:'
const migrations = import.meta.glob<Migration>('/migrations/*.ts', { eager: true })

export async function openDatabase({ databaseUrl, dataDir }: DatabasePlace): Promise<Database> {
  const database = databaseUrl ? openPostgres(databaseUrl) : openSqliteFolder(dataDir)
  try {
    await migrate(database)
  } catch (error) {
    await database.close()
    throw error
  }
  return database
}

/**
 * For a command beside the running site: takes no lock and changes no table, since both are the site's. Null where there
 * is no database yet.
 */
export function joinDatabase({ databaseUrl, dataDir }: DatabasePlace): Database | null {
  if (databaseUrl) return openPostgres(databaseUrl)
  const file = databaseFile(dataDir)
  return existsSync(file) ? openSqlite(file) : null
}

/** For tests: a database that is gone with its last reference. */
export async function openMemoryDatabase(): Promise<Database> {
  const database = openSqlite(inMemory)
  await migrate(database)
  return database
}

function openSqliteFolder(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const unlock = lockFolder(dataDir)
  const { db, engine, close } = openSqlite(databaseFile(dataDir))
  return { db, engine, close: () => close().then(unlock) }
}

function databaseFile(dataDir: string): string {
  return join(dataDir, 'frontispiece.db')
}

/**
 * One process per data folder. The lock is an open exclusive transaction on a file beside the data: the system itself
 * lets go of it when its owner dies, however suddenly, and never while she lives.
 */
function lockFolder(dataDir: string): () => void {
  const lock = new DatabaseSync(join(dataDir, 'lock.db'), { timeout: 0 })
  try {
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
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

function openSqlite(file: string): Database {
  const sqlite = new DatabaseSync(file, { timeout: 5_000 })
  // A commit that was answered survives a power cut, not only a crash: the driver sees to it.
  sqlite.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on')
  // A batch of views touches leaves all over a tree: with more of it in memory, and written back from the log less often
  // (at 32 MB), nobody else waits for that.
  sqlite.exec('pragma cache_size = -16000; pragma wal_autocheckpoint = 8000')
  const config = { database: { close: () => sqlite.close(), prepare: preparer(sqlite) } }
  const dialect = new SqliteDialect(config)
  dialect.createAdapter = () => new TransactionalAdapter()
  if (file !== inMemory) dialect.createDriver = () => new PatientSqliteDriver(config, `${file}-wal`)
  const db = new Kysely<Tables>({ dialect })
  return { db, engine: 'sqlite', close: () => db.destroy() }
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
      // Two may be reading at once, each at her own pace.
      iterate: (parameters: readonly unknown[]) => sqlite.prepare(text).iterate(...bindable(parameters)),
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

// A question that hangs is given up. None is compiled before it is answered: that took 1.5 s for a page of subscribers
// which takes 20 ms to read. Said on the line and not at its start, where a pooler in between would refuse it.
const settled = "select set_config('statement_timeout', '5s', false), set_config('jit', 'off', false)"

function openPostgres(databaseUrl: string): Database {
  // Counts come back as numbers on both engines; no count of ours reaches 2^53.
  pg.types.setTypeParser(pg.types.builtins.INT8, Number)
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, connectionTimeoutMillis: 3_000 })
  // An idle connection that breaks is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  const onCreateConnection = async (line: DatabaseConnection) => {
    await line.executeQuery(CompiledQuery.raw(settled))
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool, onCreateConnection }) })
  return { db, engine: 'postgres', close: () => db.destroy() }
}

async function migrate({ db, engine }: Database) {
  const named = Object.fromEntries(
    Object.entries(migrations).map(([path, migration]) => [path.replace(/^.*\/|\.ts$/g, ''), migration]),
  )
  const migrateOn = async (line: Db) => {
    const { error } = await new Migrator({ db: line, provider: { getMigrations: async () => named } }).migrateToLatest()
    if (error) throw error
  }
  if (engine === 'sqlite') return migrateOn(db)
  await db.connection().execute(async (line) => {
    // To change the tables of a full house, or to wait for a node that does, takes as long as it takes.
    await sql`set statement_timeout = 0`.execute(line)
    await migrateOn(line)
    await sql.raw(settled).execute(line)
  })
}

/** Answers when the database does. */
export async function pingDatabase(db: Db): Promise<void> {
  await sql`select 1`.execute(db)
}

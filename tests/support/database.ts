import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { type Database, inMemory, openMemoryDatabase, openPostgres, openSqlite } from '#server/db.ts'
import { createStorageHealth, type StorageHealth } from '#server/storage-health.ts'
import { ask } from './postgres-template.ts'

/** Set: the tests run on PostgreSQL, in databases of their own that this address may create. */
export const postgresUrl = process.env.TEST_DATABASE_URL

/** What stands in a database, as statements for both engines. */
export type Rows = readonly string[]

/** A migrated, empty database of the test's own: SQLite in memory, or, with TEST_DATABASE_URL, on PostgreSQL. */
export async function openTestDatabase(health = createStorageHealth()): Promise<Database> {
  const database = postgresUrl ? await openSwept(postgresUrl, health) : await copyInMemory(health)
  onTestFinished(database.close)
  return database
}

/** Writes into one what stands in another: a fifth of the work of doing again what led to it. */
export async function writeRows({ db, engine }: Pick<Database, 'db' | 'engine'>, rows: Rows): Promise<void> {
  const steps = engine === 'postgres' ? [rows.join('; ')] : rows
  for (const step of steps) await sql.raw(step).execute(db)
}

/** Everything that stands in it now. */
export async function rowsIn({ db, engine }: Pick<Database, 'db' | 'engine'>): Promise<Rows> {
  const statements: string[] = []
  for (const table of await tablesIn({ db, engine })) {
    const { rows } = await sql.raw<Record<string, string | number | null>>(`select * from "${table}"`).execute(db)
    for (const row of rows) {
      const values = Object.values(row).map(quoted).join(', ')
      const columns = Object.keys(row).map((column) => `"${column}"`)
      statements.push(`insert into "${table}" (${columns.join(', ')}) values (${values})`)
    }
  }
  return statements
}

/** Columns hold text and whole numbers, nothing else. */
function quoted(value: string | number | null): string {
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)
}

let tables: Promise<string> | undefined

/** As migrations leave it, by what they came to: a tenth of their work. */
async function copyInMemory(health: StorageHealth): Promise<Database> {
  tables ??= readTables()
  return openSqlite(inMemory, health, { madeOf: await tables })
}

async function readTables(): Promise<string> {
  const { db, close } = await openMemoryDatabase()
  const made = await sql<{ words: string }>`
    select sql as words from sqlite_master where sql is not null
    union all select 'insert into kysely_migration values (' || quote(name) || ', ' || quote(timestamp) || ')' from kysely_migration
    union all select 'insert into kysely_migration_lock values (' || quote(id) || ', 0)' from kysely_migration_lock
  `.execute(db)
  await close()
  return made.rows.map(({ words }) => words).join(';\n')
}

const free: string[] = []

/** The address of a new database, copied from `template` and gone when all tests are done. */
export async function createPostgresDatabase(url: string, template = 'template1'): Promise<string> {
  const name = `${process.env.TEST_DATABASE_RUN}_${randomUUID().replaceAll('-', '')}`
  await ask(url, `create database ${name} template ${template}`)
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** One that a test is done with is swept for the next: a fifth of the work of making another. */
async function openSwept(url: string, health: StorageHealth): Promise<Database> {
  const used = free.pop()
  const databaseUrl = used ?? (await createPostgresDatabase(url, `${process.env.TEST_DATABASE_RUN}_template`))
  const database = await openPostgres(databaseUrl, health)
  const before = await tablesIn(database)
  if (used) await sweep(database, before)
  return {
    ...database,
    async close() {
      // A test may have taken a table away, or broken the connection: such a database is left alone.
      const isWhole = await tablesIn(database)
        .then((now) => String(now) === String(before))
        .catch(() => false)
      await database.close()
      if (isWhole) free.push(databaseUrl)
    },
  }
}

/** Emptied, and what was counted in the last test is forgotten: the next would be planned by it. */
async function sweep({ db }: Database, tables: readonly string[]): Promise<void> {
  const { rows } = await sql<{ name: string }>`select relname as name from pg_class where reltuples >= 0`.execute(db)
  const counted = new Set(rows.map(({ name }) => name))
  const emptied = tables.map((table) => (counted.has(table) ? `truncate "${table}"` : `delete from "${table}"`))
  await sql.raw(emptied.join('; ')).execute(db)
}

async function tablesIn({ db, engine }: Pick<Database, 'db' | 'engine'>): Promise<string[]> {
  const all =
    engine === 'postgres'
      ? sql<{ name: string }>`select tablename as name from pg_tables where schemaname = 'public'`
      : sql<{ name: string }>`select name from sqlite_master where type = 'table'`
  const { rows } = await all.execute(db)
  const own = rows.map(({ name }) => name).filter((name) => !/^(kysely|sqlite)_/.test(name))
  return own.sort()
}

import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { onTestFinished } from 'vitest'
import { type Database, inMemory, openDatabase, openMemoryDatabase, openSqlite } from '#server/db.ts'
import { createStorageHealth, type StorageHealth } from '#server/storage-health.ts'
import { ask } from './postgres-template.ts'

/** Set: the tests run on PostgreSQL, in databases of their own that this address may create. */
export const postgresUrl = process.env.TEST_DATABASE_URL

/** A migrated, empty database of the test's own: SQLite in memory, or, with TEST_DATABASE_URL, on PostgreSQL. */
export async function openTestDatabase(health?: StorageHealth): Promise<Database> {
  const database = postgresUrl ? await openPostgresDatabase(postgresUrl, health) : await copyInMemory(health)
  onTestFinished(database.close)
  return database
}

let tables: Promise<string[]> | undefined

/** An empty one as migrations leave it, by what they came to: a quarter of their work. */
async function copyInMemory(health = createStorageHealth()): Promise<Database> {
  tables ??= readTables()
  const database = openSqlite(inMemory, health)
  for (const statement of await tables) await sql.raw(statement).execute(database.db)
  return database
}

async function readTables(): Promise<string[]> {
  const { db, close } = await openMemoryDatabase()
  const made = await sql<{ words: string }>`
    select sql as words from sqlite_master where sql is not null
    union all select 'insert into kysely_migration values (' || quote(name) || ', ' || quote(timestamp) || ')' from kysely_migration
    union all select 'insert into kysely_migration_lock values (' || quote(id) || ', 0)' from kysely_migration_lock
  `.execute(db)
  await close()
  return made.rows.map(({ words }) => words)
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

/** Sweeping a database that a test is done with takes a fifth of the time of making another. */
async function openPostgresDatabase(url: string, health?: StorageHealth): Promise<Database> {
  const databaseUrl = free.pop() ?? (await createPostgresDatabase(url, `${process.env.TEST_DATABASE_RUN}_template`))
  const database = await openDatabase({ databaseUrl, dataDir: '' }, health ? { health } : {})
  const before = await tablesIn(database)
  return {
    ...database,
    async close() {
      // A test may have taken a table away, or broken the connection: such a database is left alone.
      const isWhole = await tablesIn(database)
        .then((now) => String(now) === String(before))
        .catch(() => false)
      await database.close()
      if (!isWhole) return
      await ask(databaseUrl, before.map((table) => `delete from "${table}"`).join('; '))
      free.push(databaseUrl)
    },
  }
}

async function tablesIn({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1
  `.execute(db)
  return rows.map(({ name }) => name)
}

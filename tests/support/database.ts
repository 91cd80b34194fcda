import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, onTestFinished } from 'vitest'
import { type Database, openDatabase, openMemoryDatabase } from '#server/db.ts'
import type { StorageHealth } from '#server/storage-health.ts'

/** Set: the tests run on PostgreSQL, in databases of their own that this address may create. */
export const postgresUrl = process.env.TEST_DATABASE_URL

/** A migrated, empty database of the test's own: SQLite in memory, or, with TEST_DATABASE_URL, on PostgreSQL. */
export async function openTestDatabase(health?: StorageHealth): Promise<Database> {
  const database = postgresUrl ? await openPostgresDatabase(postgresUrl, health) : await openMemoryDatabase(health)
  onTestFinished(database.close)
  return database
}

const made: string[] = []
const free: string[] = []

afterAll(async () => {
  if (postgresUrl) for (const name of made) await run(postgresUrl, `drop database ${name} with (force)`)
})

/** The address of a new database, gone when its test file is done. */
export async function createPostgresDatabase(url: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await run(url, `create database ${name}`)
  made.push(name)
  const address = new URL(url)
  address.pathname = `/${name}`
  return address.href
}

/** Making a database takes a second on a busy machine: one that a test is done with is swept and used again. */
async function openPostgresDatabase(url: string, health?: StorageHealth): Promise<Database> {
  const databaseUrl = free.pop() ?? (await createPostgresDatabase(url))
  const database = await openDatabase({ databaseUrl, dataDir: '' }, health ? { health } : {})
  const before = await tablesIn(database)
  return {
    ...database,
    async close() {
      // A test may have taken a table away, or broken the connection: such a database is left alone.
      const isWhole = await tablesIn(database)
        .then((now) => String(now) === String(before))
        .catch(() => false)
      if (isWhole) {
        for (const table of before) await sql`delete from ${sql.table(table)}`.execute(database.db)
        free.push(databaseUrl)
      }
      await database.close()
    },
  }
}

async function tablesIn({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%' order by 1
  `.execute(db)
  return rows.map(({ name }) => name)
}

async function run(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

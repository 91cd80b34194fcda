import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { onTestFinished } from 'vitest'
import { type Database, openDatabase, openMemoryDatabase } from '#server/db.ts'

const postgresUrl = process.env.TEST_DATABASE_URL

/** A migrated database of the test's own: SQLite in memory, or, with TEST_DATABASE_URL, a fresh PostgreSQL schema. */
export async function openTestDatabase(): Promise<Database> {
  const database = postgresUrl ? await openSchema(postgresUrl) : await openMemoryDatabase()
  onTestFinished(() => database.close())
  return database
}

async function openSchema(url: string): Promise<Database> {
  const schema = `test_${randomUUID().replaceAll('-', '')}`
  await run(url, `create schema ${schema}`)
  const own = new URL(url)
  own.searchParams.set('options', `-c search_path=${schema}`)
  const database = await openDatabase({ databaseUrl: own.href, dataDir: '' })
  return {
    ...database,
    async close() {
      await database.close()
      await run(url, `drop schema ${schema} cascade`)
    },
  }
}

async function run(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement)
  await client.end()
}

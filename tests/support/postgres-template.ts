import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { openDatabase } from '#server/db.ts'

const url = process.env.TEST_DATABASE_URL
const run = `test_${randomUUID().replaceAll('-', '').slice(0, 12)}`

/**
 * Once before all tests on PostgreSQL: a migrated, empty database from which each test's own is copied, a tenth of the
 * work of migrating it.
 */
export async function setup() {
  if (!url) return
  process.env.TEST_DATABASE_RUN = run
  await ask(url, `create database ${run}_template`)
  const address = new URL(url)
  address.pathname = `/${run}_template`
  const { close } = await openDatabase({ databaseUrl: address.href, dataDir: '' })
  await close()
  await ask(address.href, countNothingAside)
}

// Counted by chance, in the middle of a test or while it is swept for the next, a table is planned with as an empty one.
const countNothingAside = `do $$ declare name text; begin
  for name in select tablename from pg_tables where schemaname = 'public' loop
    execute format('alter table %I set (autovacuum_enabled = off)', name);
  end loop; end $$`

export async function teardown() {
  if (!url) return
  const { rows } = await ask(url, `select datname as name from pg_database where datname like '${run}%'`)
  for (const { name } of rows) await ask(url, `drop database ${name} with (force)`)
}

export async function ask(url: string, statement: string) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const answer = await client.query<{ name: string }>(statement)
  await client.end()
  return answer
}

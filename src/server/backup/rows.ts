import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import { type ControlledTransaction, type SelectQueryBuilder, sql } from 'kysely'
import { type Database, type Db, type Engine, openMemoryDatabase, type Tables } from '#server/db.ts'
import { knownMigrations, migrate } from '#server/migrations.ts'
import { BackupFault } from './envelope.ts'
import type { TableSum } from './records.ts'

// Nothing but text, numbers and null stands in any table, so both engines can say and take the same rows as JSON.
export type Value = string | number | null
export type Row = Record<string, Value>
export type Table = { name: string; columns: string[] }

const rowsAtOnce = 200
const batchBytes = 512 * 1024
const pack = promisify(gzip)
const unpack = promisify(gunzip)

/**
 * One moment of the database, however long it is looked at: what others write meanwhile is not seen. SQLite keeps it in its
 * log, PostgreSQL in its rows; neither makes a writer wait. To be rolled back.
 */
export async function openMoment({ db, engine }: Database): Promise<ControlledTransaction<Tables>> {
  const line = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  if (engine === 'postgres') await takeAllTheTime(line)
  // The moment is that of the first question.
  await listMigrations(line)
  return line
}

/** In this transaction: a large book between two questions, or a large table in one, is no reason to be cut off. */
export async function takeAllTheTime(line: Db): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(line)
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(line)
}

/**
 * Every table of ours in the order of their names, their columns likewise: the same on both engines. In a schema of
 * PostgreSQL others may live as well, an extension for instance; which are ours our migrations say.
 */
export async function listTables(line: Db, engine: Engine): Promise<Table[]> {
  const found =
    engine === 'postgres'
      ? await sql<{ table: string; column: string }>`
          select table_name as "table", column_name as "column" from information_schema.columns
          where table_schema = current_schema()`.execute(line)
      : await sql<{ table: string; column: string }>`
          select tables.name as "table", columns.name as "column"
          from sqlite_master as tables join pragma_table_info(tables.name) as columns
          where tables.type = 'table'`.execute(line)
  const ours = new Set(engine === 'postgres' ? await ownTables() : found.rows.map(({ table }) => table))
  const tables = new Map<string, string[]>()
  for (const { table, column } of found.rows) {
    if (ours.has(table) && !/^(kysely|sqlite)_/.test(table)) tables.set(table, [...(tables.get(table) ?? []), column])
  }
  return [...tables]
    .map(([name, columns]) => ({ name, columns: columns.sort() }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

let known: Promise<string[]> | undefined

/** The names of all tables this version or one before it has made. */
export function ownTables(): Promise<string[]> {
  known ??= nameTables()
  return known
}

async function nameTables(): Promise<string[]> {
  const database = await openMemoryDatabase({ until: knownMigrations[0] })
  const names = new Set<string>()
  // One after the other: a table that is gone today was somebody's once.
  for (const until of knownMigrations) {
    await migrate(database, { until })
    const { rows } = await sql<{ name: string }>`select name from sqlite_master where type = 'table'`.execute(
      database.db,
    )
    for (const { name } of rows) names.add(name)
  }
  await database.close()
  return [...names]
}

export async function listMigrations(line: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(line)
  return rows.map(({ name }) => name)
}

/** All rows of a table, a few at a time, each with its values in the order of its columns. */
export async function* readRows(line: Db, engine: Engine, { name, columns }: Table): AsyncGenerator<Value[]> {
  const question = line.withTables<Record<string, Row>>().selectFrom(name).select(columns)
  for await (const row of readAnswer(line, engine, question)) yield columns.map((column) => row[column] ?? null)
}

/** The rows that answer a question, a few at a time. */
export async function* readAnswer<R>(
  line: Db,
  engine: Engine,
  question: SelectQueryBuilder<never, never, R>,
): AsyncGenerator<R> {
  if (engine === 'sqlite') {
    yield* question.stream()
    return
  }
  await sql`declare reading no scroll cursor for ${question}`.execute(line)
  for (;;) {
    const { rows } = await sql<R>`fetch ${sql.lit(rowsAtOnce)} from reading`.execute(line)
    yield* rows
    if (rows.length < rowsAtOnce) break
  }
  await sql`close reading`.execute(line)
}

/** Rows in packs of half a megabyte, and what they sum up to. */
export async function* packRows(rows: AsyncIterable<Value[]>, tally: Tally): AsyncGenerator<Buffer> {
  let lines: string[] = []
  let length = 0
  const packed = () => pack(`[${lines.join(',')}]`)
  for await (const row of rows) {
    const line = tally.add(row)
    lines.push(line)
    length += line.length
    if (length < batchBytes) continue
    yield packed()
    lines = []
    length = 0
  }
  if (lines.length > 0) yield packed()
}

export async function unpackRows(packed: Buffer): Promise<Value[][]> {
  return JSON.parse((await unpack(packed)).toString())
}

/** The longest list of values either engine takes in one statement is 32,766. */
const valuesAtOnce = 30_000

export async function insertRows(line: Db, { name, columns }: Table, rows: Value[][]): Promise<void> {
  const atOnce = Math.max(1, Math.floor(valuesAtOnce / columns.length))
  const names = sql.join(columns.map((column) => sql.ref(column)))
  for (let start = 0; start < rows.length; start += atOnce) {
    const tuples = rows.slice(start, start + atOnce).map((row) => sql`(${sql.join(row)})`)
    try {
      await sql`insert into ${sql.table(name)} (${names}) values ${sql.join(tuples)}`.execute(line)
    } catch (error) {
      throw new BackupFault(
        `The rows of ${name} could not be put back: ${error instanceof Error ? error.message : error}`,
      )
    }
  }
}

export type Tally = {
  /** the row as JSON */
  add(row: Value[]): string
  sum(): TableSum
}

const modulus = 1n << 256n

/** The sum of every row's hash: the same in whatever order they come, another if one is missing, twice there or changed. */
export function createTally(): Tally {
  let count = 0
  let total = 0n
  return {
    add(row) {
      const line = JSON.stringify(row)
      count++
      total = (total + BigInt(`0x${createHash('sha256').update(line).digest('hex')}`)) % modulus
      return line
    },
    sum: () => ({ count, hash: total.toString(16).padStart(64, '0') }),
  }
}

export async function tallyTable(line: Db, engine: Engine, table: Table): Promise<TableSum> {
  const tally = createTally()
  for await (const row of readRows(line, engine, table)) tally.add(row)
  return tally.sum()
}

export type TableSums = Record<string, TableSum>

/** Every table, as it is at one moment. */
export async function tallyTables(database: Database): Promise<TableSums> {
  const line = await openMoment(database)
  const sums: TableSums = {}
  try {
    for (const table of await listTables(line, database.engine)) {
      sums[table.name] = await tallyTable(line, database.engine, table)
    }
    return sums
  } finally {
    await line.rollback().execute()
  }
}

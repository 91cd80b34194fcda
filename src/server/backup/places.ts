import { existsSync, statSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { databaseFile, databaseFiles, hasTables } from '#server/data-folder.ts'
import { type Database, type DatabasePlace, type Db, openDatabase, openPostgres, openSqlite } from '#server/db.ts'
import type { MigrationWish } from '#server/migrations.ts'
import { createStorageHealth } from '#server/storage-health.ts'
import { BackupFault } from './envelope.ts'
import { roomFor } from './read.ts'
import type { Start } from './records.ts'
import { ownTables } from './rows.ts'
import { insistOnRoom } from './write.ts'

/** Where the rows of a site are kept, as whoever changes what stands there sees it. */
export type Place = {
  /** what of a site is there already, in words */
  listThings(): Promise<string[]>
  /** refuses while a site has it open */
  insistOnNobody(): Promise<void>
  insistOnRoom(size: Start['size']): Promise<void>
  /** the site that is there, with nobody beside us; null where there is none */
  read(): Promise<Database | null>
  /** tables beside those that are there */
  open(until: { until: string }, scratch: string): Promise<Database>
  /** where those are, for whoever brings them up to date */
  beside: MigrationWish
  /** once everything is in it: whether it can take its place */
  insistOnWhole(scratch: string): Promise<void>
  /** puts what is there aside, if anything is, and says where */
  putAside(aside: Aside): Promise<void>
  /** the same, and puts the new in its place */
  change(aside: Aside, scratch: string): Promise<void>
  /** takes back what `open` has made */
  drop(): Promise<void>
  /** a change that failed has not begun */
  changesAtOnce: boolean
}

/** Where things go that are in the way. */
export type Aside = { folder: string; schema: string; used: string[] }

/** `why`: of what it was before, as `restore`. */
export function asideFor(dataDir: string, why: string, now: Date): Aside {
  const stamp = now.toISOString().replace(/\D/g, '')
  return { folder: join(dataDir, `before-${why}-${stamp}`), schema: `before_${why}_${stamp}`, used: [] }
}

export async function changeFile(name: string, dataDir: string, aside: Aside, scratch: string) {
  await putFileAside(name, dataDir, aside)
  if (existsSync(join(scratch, name))) await rename(join(scratch, name), join(dataDir, name))
}

export async function putFileAside(name: string, dataDir: string, aside: Aside) {
  if (!existsSync(join(dataDir, name))) return
  await mkdir(aside.folder, { recursive: true, mode: 0o700 })
  await rename(join(dataDir, name), join(aside.folder, name))
  aside.used.push(aside.folder)
}

export function placeOf({ databaseUrl, dataDir }: DatabasePlace): Place {
  return databaseUrl ? postgresPlace(databaseUrl, dataDir) : sqlitePlace(dataDir)
}

/** For whoever holds the folder: with its lock nobody else is there. */
function sqlitePlace(dataDir: string): Place {
  const putAside = async (aside: Aside) => {
    for (const name of databaseFiles) await putFileAside(name, dataDir, aside)
  }
  return {
    listThings: async () => databaseFiles.map((name) => join(dataDir, name)).filter((file) => existsSync(file)),
    insistOnNobody: async () => {},
    insistOnRoom: (size) => insistOnRoom(dataDir, roomFor(size)),
    async read() {
      const file = databaseFile(dataDir)
      return existsSync(file) && hasTables(file) ? openSqlite(file, createStorageHealth()) : null
    },
    open: (until, scratch) => openDatabase({ databaseUrl: null, dataDir: scratch }, until),
    beside: {},
    async insistOnWhole(scratch) {
      const log = statSync(join(scratch, 'frontispiece.db-wal'), { throwIfNoEntry: false })
      if (log?.size) throw new BackupFault('The database could not be finished. Is the disk full?')
    },
    putAside,
    async change(aside, scratch) {
      await putAside(aside)
      await changeFile('frontispiece.db', dataDir, aside, scratch)
    },
    drop: async () => {},
    changesAtOnce: false,
  }
}

const schema = 'frontispiece_restoring'

function postgresPlace(databaseUrl: string, dataDir: string): Place {
  const ask = async <Result>(question: (db: Db) => Promise<Result>): Promise<Result> => {
    const { db, close } = await openPostgres(databaseUrl, createStorageHealth())
    try {
      return await db.connection().execute(question)
    } finally {
      await close()
    }
  }
  const drop = () => ask((db) => sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db))
  const listThings = async () =>
    (await ask((db) => listOwn(db, sql`current_schema()`))).length > 0 ? ['tables in DATABASE_URL'] : []
  const changeWhole = async (aside: Aside, change: (tx: Db, usual: string) => Promise<void>) => {
    const isUsed = await ask(async (db) => {
      await insistOnNobody(db)
      return db.transaction().execute(async (tx) => {
        const usual = await usualSchema(tx)
        const isUsed = await putTablesAside(tx, usual, aside)
        await change(tx, usual)
        return isUsed
      })
    })
    if (isUsed) aside.used.push(`the schema ${aside.schema} of the database`)
  }
  return {
    listThings,
    insistOnNobody: () => ask(insistOnNobody),
    insistOnRoom: ({ files }) => insistOnRoom(dataDir, files),
    async read() {
      await ask(insistOnNobody)
      return (await listThings()).length > 0 ? openPostgres(databaseUrl, createStorageHealth()) : null
    },
    async open(until) {
      await ask(insistOnNobody)
      // Left behind by one that was killed.
      await drop()
      return openDatabase({ databaseUrl, dataDir }, { ...until, schema })
    },
    beside: { schema },
    insistOnWhole: async () => {},
    putAside: (aside) => changeWhole(aside, async () => {}),
    change: (aside) => changeWhole(aside, takeTables),
    drop: async () => void (await drop()),
    changesAtOnce: true,
  }
}

async function usualSchema(tx: Db): Promise<string> {
  const { rows } = await sql<{ usual: string | null }>`select current_schema() as usual`.execute(tx)
  if (rows[0]?.usual) return rows[0].usual
  throw new BackupFault('The database has no schema for tables. Create the schema public, then try again.')
}

/** Table by table: what others keep in the same schema, an extension for instance, stays where it is. */
async function putTablesAside(tx: Db, usual: string, aside: Aside): Promise<boolean> {
  const old = await listOwn(tx, sql.lit(usual))
  if (old.length > 0) await sql`create schema ${sql.id(aside.schema)}`.execute(tx)
  for (const table of old) await moveTable(tx, table, usual, aside.schema)
  return old.length > 0
}

async function takeTables(tx: Db, usual: string): Promise<void> {
  for (const table of await listOwn(tx, sql.lit(schema))) await moveTable(tx, table, schema, usual)
  await sql`drop schema ${sql.id(schema)}`.execute(tx)
}

function moveTable(tx: Db, table: string, from: string, to: string) {
  return sql`alter table ${sql.id(from, table)} set schema ${sql.id(to)}`.execute(tx)
}

async function listOwn(db: Db, where: RawBuilder<unknown>): Promise<string[]> {
  const own = new Set(await ownTables())
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = ${where}`.execute(db)
  return rows.map(({ name }) => name).filter((name) => own.has(name))
}

/** A node asks its database something every few seconds, and so is always connected. */
async function insistOnNobody(db: Db) {
  // Our own connections take a moment to go.
  for (let look = 0; look < 20; look++) {
    const { rows } = await sql<{ others: number }>`
      select count(*) as others from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(db)
    if (!rows[0]?.others) return
    await wait(100)
  }
  throw new BackupFault(
    'Somebody is connected to the database: a site that runs, perhaps on another machine, or a tool. Stop it first.',
  )
}

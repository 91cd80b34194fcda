import { type Migration, Migrator, sql } from 'kysely'
import { CannotStart } from './cannot-start.ts'
import type { Database, Db } from './db.ts'
import { settled } from './postgres-driver.ts'

export type MigrationWish = {
  /** the tables as they were after this migration: what a backup holds goes back where it came from, and moves on from there */
  until?: string
  /** PostgreSQL: another place for the tables than the usual one */
  schema?: string
}

/** The tables are those of a version this one knows nothing of. */
export class NewerData extends CannotStart {
  readonly migration: string

  constructor(migration: string) {
    super(
      `The database was last used by a newer Frontispiece (${migration}). Install that version again, or put back a backup from before it.`,
    )
    this.migration = migration
  }
}

const migrations = import.meta.glob<Migration>('/migrations/*.ts', { eager: true })
const named = Object.fromEntries(
  Object.entries(migrations).map(([path, migration]) => [path.replace(/^.*\/|\.ts$/g, ''), migration]),
)

/** By their names, in the order in which they are gone through. */
export const knownMigrations = Object.keys(named).sort()

/** To the newest tables, or to those of a migration that is named. */
export async function migrate({ db, engine }: Database, { until, schema }: MigrationWish = {}) {
  const migrateOn = async (line: Db) => {
    const place = schema ? { migrationTableSchema: schema } : {}
    const migrator = new Migrator({ db: line, provider: { getMigrations: async () => named }, ...place })
    const { error } = await (until ? migrator.migrateTo(until) : migrator.migrateToLatest())
    if (error) throw (await newerThan(line).catch(() => null)) ?? error
  }
  if (engine === 'sqlite') return migrateOn(db)
  await db.connection().execute(async (line) => {
    // To change the tables of a full house, or to wait for a node that does, takes as long as it takes.
    await sql`set statement_timeout = 0`.execute(line)
    await migrateOn(line)
    await sql.raw(settled).execute(line)
  })
}

/** Said when tables are there that this version knows nothing of: what it does not know it might break. */
async function newerThan(line: Db): Promise<CannotStart | null> {
  const unknown = await unknownMigration(line)
  return unknown ? new NewerData(unknown) : null
}

/** A change of the tables that only a newer version knows. */
export async function unknownMigration(line: Db): Promise<string | undefined> {
  return (await doneMigrations(line)).find((name) => !(name in named))
}

/** The changes that are due on tables there are. None on a new database, nor on one of a newer version. */
export async function pendingMigrations({ db }: Pick<Database, 'db'>): Promise<string[]> {
  const done = await doneMigrations(db)
  if (done.length === 0 || done.some((name) => !(name in named))) return []
  return knownMigrations.filter((name) => !done.includes(name))
}

/** None where there are no tables yet; any other failure is one. */
export async function doneMigrations(line: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`
    .execute(line)
    .catch((error) => {
      if (hasNoTable(error)) return { rows: [] }
      throw error
    })
  return rows.map(({ name }) => name)
}

const undefinedTable = '42P01'

function hasNoTable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === undefinedTable) || error.message.startsWith('no such table')
}

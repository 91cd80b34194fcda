import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'

type Database = InstanceType<typeof DatabaseSync>
type Site = { dataDir: string }

/** The running site's own database; beside the site itself, which keeps it open. */
export function withDatabase<Answer>({ dataDir }: Site, act: (db: Database) => Answer): Answer {
  const db = new DatabaseSync(join(dataDir, 'frontispiece.db'), { timeout: 5_000 })
  try {
    return act(db)
  } finally {
    db.close()
  }
}

type Value = string | number | null

/** Rows as the site itself would have written them. */
export function insertRows(db: Database, table: string, rows: readonly Record<string, Value>[]) {
  const columns = Object.keys(rows[0] ?? {})
  const statement = db.prepare(
    `insert into ${table} (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
  )
  db.exec('begin')
  for (const row of rows) statement.run(...columns.map((column) => row[column] ?? null))
  db.exec('commit')
}

/** Everything in them is gone at once. */
export function emptyTables(site: Site, tables: readonly string[]) {
  const statements = tables.map((table) => `delete from ${table};`)
  withDatabase(site, (db) => db.exec(`begin; ${statements.join(' ')} commit`))
}

/** Ends every session, as signing out everywhere does. */
export function signOutEverywhere(site: Site) {
  withDatabase(site, (db) => db.exec('delete from owner_sessions'))
}

import type { DatabaseSync } from '@photostructure/sqlite'

type Sqlite = InstanceType<typeof DatabaseSync>

/**
 * Puts copies of these tables before the real ones, for a database that cannot be written: what is written to them is
 * in memory, and gone with them. SQLite looks into its temporary tables first.
 */
export function putInMemory(sqlite: Sqlite, tables: readonly string[]) {
  sqlite.exec('pragma temp_store = memory')
  const made = sqlite.prepare('select sql from main.sqlite_master where tbl_name = ? and sql is not null')
  for (const table of tables) {
    for (const row of made.all(table))
      sqlite.exec(String(Object(row).sql).replace(/^create (table|unique index|index) /i, 'create $1 temp.'))
    sqlite.exec(`insert into temp."${table}" select * from main."${table}"`)
  }
}

export function takeFromMemory(sqlite: Sqlite, tables: readonly string[]) {
  for (const table of tables) sqlite.exec(`drop table if exists temp."${table}"`)
}

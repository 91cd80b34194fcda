// Rows into SQLite and nothing else, from a process of its own: what the doors that write are measured against. The site's
// library, its settings (src/server/db.ts) and its promise (decision 022): one row a transaction, and each is done once the
// disk has it, with as many waiting at once as there are connections. Told by message which rows, and for how long.
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'

process.once('message', async (order) => {
  const folder = mkdtempSync(join(tmpdir(), 'frontispiece-inserts-'))
  process.send({ rate: await insert(join(folder, 'bare.db'), order) })
  rmSync(folder, { recursive: true })
  process.disconnect()
})

async function insert(file, { schema, table, row, seconds, connections }) {
  const database = new DatabaseSync(file, { timeout: 5_000 })
  database.exec('pragma journal_mode = wal; pragma synchronous = normal; pragma foreign_keys = on')
  database.exec('pragma cache_size = -16000; pragma wal_autocheckpoint = 8000')
  for (const statement of schema) database.exec(statement)
  const names = Object.keys(row)
  const statement = database.prepare(`insert into ${table} (${names}) values (${names.map(() => '?')})`)
  const log = await open(`${file}-wal`, 'r+')
  const start = performance.now()
  const end = start + seconds * 1_000
  let written = 0
  const hand = async () => {
    while (performance.now() < end) {
      statement.run(...names.map((name) => (name === 'id' ? `${row.id}${written}` : row[name])))
      written++
      await log.datasync()
    }
  }
  await Promise.all(Array.from({ length: connections }, hand))
  const took = (performance.now() - start) / 1_000
  await log.close()
  database.close()
  return written / took
}

import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { openPostgres } from '../../scripts/postgres.mjs'
import { makeDataFolder } from '../../scripts/site-process.mjs'

export type Rows = Record<string, string | null>[]

/** Where one site keeps its data, and how to look into it once the site is gone. */
export type Place = {
  env: Record<string, string>
  ask: (statement: string) => Promise<Rows>
  remove: () => Promise<void>
}

export const places: Record<string, () => Promise<Place>> = {
  async SQLite() {
    const dataDir = makeDataFolder()
    return {
      env: { DATA_DIR: dataDir, DATABASE_URL: '' },
      async ask(statement) {
        const database = new DatabaseSync(join(dataDir, 'frontispiece.db'))
        const rows = database.prepare(statement).all() as Rows
        database.close()
        return rows
      },
      remove: async () => rmSync(dataDir, { recursive: true }),
    }
  },
  async PostgreSQL() {
    const { url, stop } = await openPostgres()
    const name = `durability_${randomUUID().replaceAll('-', '')}`
    const own = new URL(url)
    own.pathname = `/${name}`
    await query(url, `create database ${name}`)
    const dataDir = makeDataFolder()
    return {
      env: { DATA_DIR: dataDir, DATABASE_URL: own.href },
      ask: (statement) => query(own.href, statement),
      async remove() {
        await query(url, `drop database ${name} with (force)`)
        stop()
        rmSync(dataDir, { recursive: true })
      },
    }
  },
}

export async function query(connectionString: string, statement: string): Promise<Rows> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}

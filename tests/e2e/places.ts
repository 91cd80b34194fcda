import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import pg from 'pg'
import { openPostgres } from '../../scripts/postgres.mjs'

export type Rows = Record<string, string | null>[]

/** Where one site keeps its data, and how to look into it once the site is gone. */
export type Place = {
  env: Record<string, string>
  ask: (statement: string) => Promise<Rows>
  remove: () => Promise<void>
}

export const places: Record<string, () => Promise<Place>> = {
  async SQLite() {
    const dataDir = mkdtempSync(join(tmpdir(), 'frontispiece-durability-'))
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
    const dataDir = mkdtempSync(join(tmpdir(), 'frontispiece-durability-'))
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

async function query(connectionString: string, statement: string): Promise<Rows> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const { rows } = await client.query(statement)
  await client.end()
  return rows
}

/** A session of the owner's, written straight into the database: what her browser would carry. */
export async function sessionIn(place: Place): Promise<string> {
  const id = randomBytes(32).toString('base64url')
  const hash = createHash('sha256').update(id).digest('base64url')
  const [at, later] = [new Date(), new Date(Date.now() + 86_400_000)].map((moment) => moment.toISOString())
  await place.ask(
    `insert into owners (id, email, password_hash, created_at, password_changed_at) values (1, 'owner@home.example', '', '${at}', '${at}') on conflict do nothing returning id`,
  )
  await place.ask(
    `insert into owner_sessions (id_hash, created_at, seen_at, expires_at, browser) values ('${hash}', '${at}', '${at}', '${later}', 'test') returning id_hash`,
  )
  return id
}

/** The owner at this site, and requests that carry her session. */
export async function ownerOf(site: { port: number }, place: Place) {
  const id = await sessionIn(place)
  const address = `http://127.0.0.1:${site.port}`
  return async (method: string, path: string, body?: unknown) => {
    const response = await fetch(address + path, {
      method,
      headers: { cookie: `sid=${id}`, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return response.json()
  }
}

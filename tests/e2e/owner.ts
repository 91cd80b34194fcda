import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { Page } from '@playwright/test'

type Database = InstanceType<typeof DatabaseSync>
type Site = { address: string; dataDir: string }

/** The running site's own database; beside the site itself, which keeps it open. */
export function withDatabase<Answer>({ dataDir }: Pick<Site, 'dataDir'>, act: (db: Database) => Answer): Answer {
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

/** Puts the owner's key into this browser, as if she had signed in a moment ago. */
export async function signIn(page: Page, site: Site) {
  const id = randomBytes(32).toString('base64url')
  const now = new Date()
  const later = new Date(now.getTime() + 86_400_000)
  withDatabase(site, (db) => {
    const columns = 'id, email, password_hash, created_at, password_changed_at'
    const at = now.toISOString()
    db.exec(`insert or ignore into owners (${columns}) values (1, 'owner@author.example', '', '${at}', '${at}')`)
    insertRows(db, 'owner_sessions', [
      {
        id_hash: createHash('sha256').update(id).digest('base64url'),
        created_at: now.toISOString(),
        seen_at: now.toISOString(),
        expires_at: later.toISOString(),
        browser: 'a test',
      },
    ])
  })
  await page.context().addCookies([{ name: 'sid', value: id, url: site.address, httpOnly: true, sameSite: 'Lax' }])
}

/** Opens a room and waits until it is awake. */
export async function openDesk(page: Page, site: Site, path: string) {
  const response = await page.goto(site.address + path)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
  return response
}

import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import type { BrowserContext } from '@playwright/test'

type Site = { dataDir: string; address: string }

/** Lets this browser in as the owner of a site of our own, by writing her session where the site looks for it. */
export async function signIn(context: BrowserContext, { dataDir, address }: Site) {
  const value = randomBytes(32).toString('base64url')
  const database = new DatabaseSync(join(dataDir, 'frontispiece.db'), { timeout: 5_000 })
  const now = new Date().toISOString()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  database
    .prepare(
      `insert into owners (id, email, password_hash, created_at, password_changed_at)
       values (1, 'owner@home.example', '', ?, ?) on conflict do nothing`,
    )
    .run(now, now)
  database
    .prepare('insert into owner_sessions (id_hash, created_at, seen_at, expires_at, browser) values (?, ?, ?, ?, ?)')
    .run(createHash('sha256').update(value).digest('base64url'), now, now, tomorrow, 'a test')
  database.close()
  await context.addCookies([{ name: 'sid', value, url: address }])
}

/** Ends every session, as signing out everywhere does. */
export function signOutEverywhere({ dataDir }: Site) {
  const database = new DatabaseSync(join(dataDir, 'frontispiece.db'), { timeout: 5_000 })
  database.prepare('delete from owner_sessions').run()
  database.close()
}

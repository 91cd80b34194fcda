import { createHash, randomBytes } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { type Site, startOwnedSite } from './owner.ts'
import { insertRows, withDatabase } from './rows.ts'
import { test as base } from './worker.ts'

async function openOwnedSite() {
  const site = await startOwnedSite({ TRUST_PROXY: '1' })
  const owner = withDatabase(site, (db) => db.prepare('select * from owners').get())
  return { site, owner: owner as Record<string, string | number | null> }
}

/** What she, her readers and her guests leave behind. */
const leftBehind = [
  ...['posts', 'short_stories', 'books', 'book_series', 'book_roles', 'versions', 'slugs', 'working_copies'],
  ...['owners', 'owner_sessions', 'owner_tickets', 'recovery_codes', 'owner_events'],
  ...['people', 'memberships', 'consents', 'suppressions', 'people_imports', 'person_tags', 'jobs'],
  ...['views', 'daily_counts', 'day_visitors'],
]

type Borrow = (starting: Promise<Site>) => Promise<Site>

/**
 * With `site`, a site that belongs to somebody, and on which nothing has happened yet. It is one process for all tests
 * of a worker: its database is emptied before each of them, and its memory holds nothing of what was in there.
 * What a test needs a site of its own for, it borrows: that one is stopped when the test is over, however it went.
 */
export const test = base.extend<{ site: Site; borrow: Borrow }>({
  site: async ({ keep }, use) => {
    const { site, owner } = await keep('owned site', openOwnedSite, ({ site }) => site.stop())
    withDatabase(site, (db) => {
      // Sessions too: a page that is just being closed saves its last words for nobody.
      db.exec(`begin; ${leftBehind.map((table) => `delete from ${table};`).join(' ')} commit`)
      insertRows(db, 'owners', [owner])
    })
    await use(site)
  },
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
  borrow: async ({}, use) => {
    const sites: Site[] = []
    await use(async (starting) => {
      const site = await starting
      sites.unshift(site)
      return site
    })
    // The last one first: it may stand on the folder of one before it.
    for (const site of sites) await site.stop()
  },
})

const inOneHour = () => new Date(Date.now() + 3_600_000).toISOString()
/** As the database knows what opens a door. */
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')

/** She has come in already, in this browser: a session as the entrance opens it, without the price of a password. */
export async function enter(page: Page, site: Site) {
  const session = randomBytes(32).toString('base64url')
  const now = new Date().toISOString()
  const row = { id_hash: hashOf(session), created_at: now, seen_at: now, expires_at: inOneHour(), browser: '' }
  withDatabase(site, (db) => insertRows(db, 'owner_sessions', [row]))
  await page.context().addCookies([{ name: 'sid', value: session, url: site.address, httpOnly: true, sameSite: 'Lax' }])
}

/** Makes the site nobody's again: where the link leads that is printed then. */
export function disown(site: Site): string {
  const token = randomBytes(16).toString('base64url')
  withDatabase(site, (db) => {
    db.exec('delete from owners')
    insertRows(db, 'owner_tickets', [{ hash: hashOf(token), kind: 'setup', expires_at: inOneHour() }])
  })
  return `/admin/setup?token=${token}`
}

/** A call of the owner's own, beside whatever her browser shows. */
export async function askAt<Answer = Record<string, string>>(
  page: Page,
  { address }: Site,
  method: string,
  path: string,
  data?: object,
): Promise<Answer> {
  const answer = await page.request.fetch(address + path, { method, data, headers: { origin: address } })
  expect(answer.ok(), `${method} ${path}: ${answer.status()}`).toBe(true)
  return answer.json()
}

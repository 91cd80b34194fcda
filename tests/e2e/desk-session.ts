import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { type BrowserContext, expect, type Page } from '@playwright/test'

export type Site = { dataDir: string; address: string }

function withDatabase({ dataDir }: Site, act: (database: InstanceType<typeof DatabaseSync>) => void) {
  const database = new DatabaseSync(join(dataDir, 'frontispiece.db'), { timeout: 5_000 })
  act(database)
  database.close()
}

/** Lets this browser in as the owner of a site of our own, by writing her session where the site looks for it. */
export async function signIn(context: BrowserContext, site: Site) {
  const value = randomBytes(32).toString('base64url')
  const now = new Date().toISOString()
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  withDatabase(site, (database) => {
    database
      .prepare(
        `insert into owners (id, email, password_hash, created_at, password_changed_at)
         values (1, 'owner@home.example', '', ?, ?) on conflict do nothing`,
      )
      .run(now, now)
    database
      .prepare('insert into owner_sessions (id_hash, created_at, seen_at, expires_at, browser) values (?, ?, ?, ?, ?)')
      .run(createHash('sha256').update(value).digest('base64url'), now, now, tomorrow, 'a test')
  })
  await context.addCookies([{ name: 'sid', value, url: site.address }])
}

/** Ends every session, as signing out everywhere does. */
export function signOutEverywhere(site: Site) {
  withDatabase(site, (database) => database.exec('delete from owner_sessions'))
}

/** Nothing written yet, nothing kept. */
export function clearDesk(site: Site) {
  withDatabase(site, (database) => {
    for (const table of ['posts', 'short_stories', 'slugs', 'working_copies']) database.exec(`delete from ${table}`)
  })
}

/** Opens a room of the desk and waits until it is awake. */
export async function openDesk(page: Page, { address }: Site, path: string) {
  await page.goto(address + path)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__reactProps')),
  )
}

/** A call of the owner's own, from her browser. */
export function ask<Answer = Record<string, string>>(page: Page, method: string, path: string, body?: object) {
  return page.evaluate(
    async ([method, path, body]) => {
      const response = await fetch(path, {
        method,
        ...(body ? { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } } : {}),
      })
      return response.json()
    },
    [method, path, body] as const,
  ) as Promise<Answer>
}

/** Whatever the page complains of, its policy included, from now on. Answers of the server are no complaints. */
export async function watchComplaints(page: Page): Promise<string[]> {
  const complaints: string[] = []
  page.on('console', (message) => {
    const isAnswer = message.text().startsWith('Failed to load resource')
    if (['error', 'warning'].includes(message.type()) && !isAnswer) complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => console.error(`CSP: ${event.violatedDirective}`))
  })
  return complaints
}

export const editor = (page: Page) => page.getByRole('dialog')

export function field(page: Page, label: string) {
  return editor(page).getByLabel(label, { exact: true })
}

export function press(page: Page, name: string) {
  return page.getByRole('button', { name, exact: true }).click()
}

export const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

export async function expectSideways(page: Page, width: number) {
  await page.setViewportSize({ width, height: 700 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
}

import { expect, type Page } from '@playwright/test'
import { withDatabase } from './owner.ts'

export type Site = { dataDir: string; address: string }

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

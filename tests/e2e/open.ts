import { expect, type Page } from '@playwright/test'

/** Opens a page and waits until it is awake: its code comes after the first paint. */
export async function open(page: Page, path: string) {
  const response = await page.goto(path)
  await expect(page.getByRole('radio', { name: 'Match device' })).toBeEnabled()
  return response
}

import type { Locator, Page } from '@playwright/test'

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

export const editor = (page: Page) => page.getByRole('dialog')

export function field(page: Page, label: string) {
  return editor(page).getByLabel(label, { exact: true })
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

export const press = (page: Page, name: string) => button(page, name).click()

export const row = (page: Page, title: string) => page.getByRole('row').filter({ hasText: title })

/** With the Tab key alone. */
export async function tabTo(page: Page, target: Locator) {
  for (let count = 0; count < 120; count++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keyboard does not lead to ${target}`)
}

import { expect, type Page } from '@playwright/test'
import { test } from './worker.ts'

/** Opens a page and wakes it: its code comes with the first sign of a hand. */
export async function open(page: Page, path: string) {
  const response = await page.goto(path)
  await wake(page)
  return response
}

/** By a key that does nothing else. Without scripts there is nothing to wake. */
export async function wake(page: Page) {
  if (test.info().project.use.javaScriptEnabled === false) return
  await page.keyboard.press('Shift')
  await expect(page.locator('html')).toHaveAttribute('data-awake')
}

/** Scrolls there at once, and waits until the page has heard of it: two in one frame would be one to it. */
export async function scrollTo(page: Page, top: number) {
  await page.evaluate(
    (to) =>
      new Promise<void>((heard) => {
        const before = scrollY
        addEventListener('scroll', () => heard(), { once: true })
        window.scrollTo({ top: to, behavior: 'instant' })
        if (scrollY === before) heard()
      }),
    top,
  )
}

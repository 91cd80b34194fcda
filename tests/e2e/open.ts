import { expect, type Page } from '@playwright/test'

/** Opens a page and waits until it is awake: its code comes after the first paint. */
export async function open(page: Page, path: string) {
  const response = await page.goto(path)
  await expect(page.getByRole('radio', { name: 'Match device' })).toBeEnabled()
  return response
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

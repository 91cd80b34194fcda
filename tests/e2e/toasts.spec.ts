import { expect, type Page, test } from '@playwright/test'
import { open } from './open.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

async function raise(page: Page) {
  await page.getByRole('button', { name: 'Copy #HouseHippo' }).click()
  const toast = page.locator('li', { hasText: 'Copied. Use it wisely.' })
  await expect(toast).toBeVisible()
  return toast
}

test.beforeEach(async ({ page }) => {
  await page.clock.install()
  await open(page, '/house-hippo-challenge')
})

test('a notice shows what happened, and only one at a time', async ({ page }) => {
  await raise(page)
  await expect(page.getByRole('status').filter({ hasText: 'Copied. Use it wisely.' })).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('#HouseHippo')
  await page.getByRole('button', { name: 'Copy #HouseHippo' }).click()
  await expect(page.locator('li', { hasText: 'Copied. Use it wisely.' })).toHaveCount(1)
})

test('a notice leaves after 5000 ms, not before', async ({ page }) => {
  await raise(page) // the first one also fetches the code; the second is on time
  await page.clock.pauseAt(Date.now() + 60_000)
  const toast = await raise(page)
  await page.clock.runFor(4_999)
  await expect(toast).toBeVisible()
  await page.clock.runFor(1)
  await expect(toast).toBeHidden()
})

test('F8 brings the focus to the notices, where one can be closed by its button', async ({ page }) => {
  const toast = await raise(page)
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).locator('ol')).toBeFocused()
  await page.getByRole('button', { name: 'Close notification' }).click()
  await expect(toast).toBeHidden()
})

async function drag(page: Page, by: number) {
  const toast = await raise(page)
  const box = await toast.boundingBox()
  if (!box) throw new Error('the notice has no place on the screen')
  await page.mouse.move(box.x + 40, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + 40 + by / 2, box.y + 20, { steps: 4 })
  await page.mouse.move(box.x + 40 + by, box.y + 20, { steps: 4 })
  await page.mouse.up()
  return toast
}

test('a swipe of more than 50 px to the right sends a notice away', async ({ page }) => {
  const toast = await drag(page, 70)
  await expect(toast).toBeHidden()
})

test('a swipe of less than 50 px leaves it', async ({ page }) => {
  const toast = await drag(page, 40)
  await expect(toast).toBeVisible()
})

test('a failure is said in words and looks like one', async ({ page }) => {
  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))
  })
  await page.getByRole('button', { name: 'Copy #HouseHippo' }).click()
  const toast = page.locator('li', { hasText: 'Failed to copy to clipboard' })
  await expect(toast).toContainText('Error')
  await expect(toast).toHaveClass(/border-danger/)
})

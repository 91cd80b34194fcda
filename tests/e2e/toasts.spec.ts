import { expect, type Page } from '@playwright/test'
import { open } from './open.ts'
import { test } from './worker.ts'

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

test('one notice at a time says what happened, F8 and its button close it, and a failure looks like one', async ({
  page,
}) => {
  await raise(page)
  await expect(page.getByRole('status').filter({ hasText: 'Copied. Use it wisely.' })).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('#HouseHippo')
  await page.getByRole('button', { name: 'Copy #HouseHippo' }).click()
  const toast = page.locator('li', { hasText: 'Copied. Use it wisely.' })
  await expect(toast).toHaveCount(1)
  await page.keyboard.press('F8')
  await expect(page.getByRole('region', { name: 'Notifications (F8)' }).locator('ol')).toBeFocused()
  await page.getByRole('button', { name: 'Close notification' }).click()
  await expect(toast).toBeHidden()

  await page.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error('denied'))
  })
  await page.getByRole('button', { name: 'Copy #HouseHippo' }).click()
  const failure = page.locator('li', { hasText: 'Failed to copy to clipboard' })
  await expect(failure).toContainText('Error')
  await expect(failure).toHaveClass(/border-danger/)
})

test('a notice whose code cannot be fetched is shown all the same, and sent away by a press', async ({ page }) => {
  await page.route(/toast-region.*\.js$/, (route) => route.abort())
  await page.getByRole('button', { name: 'Copy #HouseHippo' }).click()
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('Copied. Use it wisely.')
  await notice.getByRole('button').click()
  await expect(notice).toBeHidden()
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

test('a swipe of less than 50 px to the right leaves a notice, one of more sends it away', async ({ page }) => {
  await raise(page) // the first one also fetches the code
  // None leaves by itself, and none takes the place of another while it is dragged.
  await page.clock.pauseAt(Date.now() + 60_000)
  const kept = await drag(page, 40)
  await expect(kept).toBeVisible()
  await page.getByRole('button', { name: 'Close notification' }).click()
  await expect(kept).toBeHidden()
  await expect(await drag(page, 70)).toBeHidden()
})

import { expect } from '@playwright/test'
import { open } from './open.ts'
import { test } from './worker.ts'

test('a video asks nobody for anything until it is pressed, then loads in its privacy mode', async ({ page }) => {
  const asked: string[] = []
  await page.route(/youtube/, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'text/html', body: '<title>a film</title>' })
  })
  await open(page, '/house-hippo-challenge')
  await page.waitForLoadState('networkidle')
  expect(asked).toEqual([])
  await page.getByRole('link', { name: /Play: The House Hippo Challenge/ }).click()
  await expect(page.locator('iframe')).toHaveAttribute('sandbox', /allow-scripts/)
  await expect.poll(() => asked.length).toBe(1)
  expect(asked[0]).toMatch(/^https:\/\/www\.youtube-nocookie\.com\/embed\//)
})

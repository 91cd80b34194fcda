import { expect, type Page } from '@playwright/test'
import { test } from './worker.ts'

const broken = 'This link is not one of ours, or it has been cut short. Copy it whole from the letter.'

/** Not for an index, without its key in a tag, and without a prompt: whoever comes from a letter is on the list. */
async function expectKeptToItself(page: Page) {
  await expect(page.getByRole('button', { name: 'Hear of the next book' })).toHaveCount(0)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex, nofollow')
  expect(await page.locator('head').innerHTML()).not.toContain('cut-short')
}

for (const javaScriptEnabled of [true, false]) {
  // What the form does without them is asked of the site itself, in Vitest.
  const tag = javaScriptEnabled ? [] : ['@long']
  test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
    test.use({ javaScriptEnabled })

    test('the confirming page asks for one press and does nothing before it; the leaving page offers both ways', {
      tag,
    }, async ({ page }) => {
      const response = await page.goto('/confirm/cut-short')
      expect(response?.status()).toBe(200)
      expect(response?.headers()['cache-control']).toBe('private, no-store')
      await expect(page.getByRole('heading', { level: 1, name: 'One more step' })).toBeVisible()
      await page.getByRole('button', { name: 'Confirm my address' }).click()
      await expect(page).toHaveURL('/confirm/cut-short')
      await expect(page.getByRole('main').getByText(broken)).toBeVisible()
      await expectKeptToItself(page)

      await page.goto('/unsubscribe/cut-short')
      await expect(page.getByRole('heading', { level: 1, name: 'Leave the list?' })).toBeVisible()
      await expect(page.getByRole('link', { name: 'Stay', exact: true })).toHaveAttribute('href', '/')
      await page.getByRole('button', { name: 'Yes, let me out' }).click()
      await expect(page.getByRole('main').getByText(broken)).toBeVisible()
      await expectKeptToItself(page)
    })
  })
}

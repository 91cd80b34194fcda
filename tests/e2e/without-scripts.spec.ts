import { expect } from '@playwright/test'
import { test } from './worker.ts'

test.use({ javaScriptEnabled: false })

test('a page reads whole, and links lead from page to page', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeVisible()
  expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(150)
  await page.getByRole('link', { name: 'Browse Books' }).click()
  await expect(page).toHaveURL('/books')
  await page
    .getByRole('navigation', { name: 'Shelves' })
    .getByRole('link', { name: /Night Boats/ })
    .click()
  await expect(page).toHaveURL('/books#the-night-boats')
})

test('the menu of a phone opens and closes', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/about')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Close menu' }).click()
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'Contact' }).click()
  await expect(page).toHaveURL('/contact')
})

test('a video is a plain link to where it lives', async ({ page }) => {
  await page.goto('/house-hippo-challenge')
  const video = page.getByRole('link', { name: /Play: The house hippo/ })
  await expect(video).toHaveAttribute('href', /youtube\.com\/watch/)
})

import { expect } from '@playwright/test'
import { advance } from '../support/library.ts'
import { open } from './open.ts'
import { test } from './worker.ts'

test('a page whose code is missing once is loaded afresh, and no request storm follows', async ({ page }) => {
  let asked = 0
  await page.route(/about-page.*\.js$/, (route) => {
    asked++
    return asked === 1 ? route.abort() : route.continue()
  })
  await open(page, '/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About Author' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'About the Author' })).toBeVisible()
  expect(asked).toBeLessThan(5)
})

test('a page whose code is gone for good still reads as the server wrote it', async ({ page }) => {
  let asked = 0
  await page.route(/about-page.*\.js$/, (route) => {
    asked++
    return route.abort()
  })
  await open(page, '/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About Author' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'About the Author' })).toBeVisible()
  await expect(page.getByText('The desk, with its back to the water.')).toBeAttached()
  expect(asked).toBeLessThan(6)
})

test('a page that cannot come over a cut line says so, keeps its place, and opens by itself when the line is back', async ({
  page,
  context,
}) => {
  await open(page, '/')
  await context.setOffline(true)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About Author' }).click()
  const heading = page.getByRole('heading', { level: 1, name: 'This page did not open' })
  await expect(heading).toBeFocused()
  await expect(page).toHaveTitle('This page did not open')
  await expect(page.getByText('No connection. It opens by itself once there is one.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0)
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'About the Author' })).toBeVisible()
})

test('a book that could not be fetched is not said to be missing', async ({ page }) => {
  await open(page, '/books')
  await page.route(`**/api/books/${advance.slug}`, (route) => route.fulfill({ status: 503, body: 'no' }))
  await page.getByRole('main').getByRole('link', { name: advance.title }).first().click()
  // The page is loaded afresh, and the server has it.
  await expect(page.getByRole('heading', { level: 1, name: advance.title })).toBeVisible()
})

test('a list that fails on the way says so, and tries again when asked', async ({ page }) => {
  let isBroken = true
  await page.route('**/api/blog', (route) => (isBroken ? route.fulfill({ status: 500, body: 'no' }) : route.continue()))
  await open(page, '/')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Blog' }).click()
  await expect(page.getByText('Unable to load blog posts at this time.')).toBeVisible()
  isBroken = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('link', { name: 'Read More' }).first()).toBeVisible()
})

test('six story skeletons and three post skeletons stand in while lists load', { tag: '@long' }, async ({ page }) => {
  await open(page, '/')
  for (const [path, label, count] of [
    ['short-stories', 'Short Stories', 6],
    ['blog', 'Blog', 3],
  ] as const) {
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route(`**/api/${path}`, async (route) => {
      await held
      await route.continue()
    })
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label }).click()
    await expect(page.locator('[data-slot=skeleton-card]')).toHaveCount(count)
    release()
    await expect(page.locator('[data-slot=skeleton-card]')).toHaveCount(0)
  }
})

test('a click in the very moment of hydration loses nothing and doubles nothing', { tag: '@plain' }, async ({
  page,
}) => {
  await page.goto('/', { waitUntil: 'commit' })
  await page.getByRole('main').getByRole('link', { name: 'Browse Books' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Books' })).toBeVisible()
  expect(await page.locator('head title').count()).toBe(1)
  expect(await page.locator('head link[rel=canonical]').count()).toBe(1)
})

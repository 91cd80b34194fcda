import { expect, type Page } from '@playwright/test'
import { testAuthor as author } from '../support/author.ts'
import { open } from './open.ts'
import { test } from './worker.ts'

const ground = (page: Page) => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
const night = 'rgb(14, 15, 19)'
const paper = 'rgb(247, 242, 232)'
/** What moves by itself: a picture that is uncovered as she scrolls does not. */
const running = (page: Page) =>
  page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(({ playState, timeline }) => playState === 'running' && timeline === document.timeline).length,
  )

test('without a choice the site follows the device, in its light, its stillness and its colours', {
  tag: '@plain',
}, async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  await open(page, '/')
  expect(await ground(page)).toBe(night)
  await page.emulateMedia({ colorScheme: 'light' })
  await expect.poll(() => ground(page)).toBe(paper)

  // Where a reader’s system draws the colours, the author’s name leaves the line above it whole.
  await page.emulateMedia({ forcedColors: 'active' })
  const eyebrow = page.getByText(author.genres.join(' · '))
  const beside = await eyebrow.screenshot()
  await page.getByRole('heading', { level: 1 }).evaluate((name) => {
    name.style.visibility = 'hidden'
  })
  const alone = await eyebrow.screenshot()
  expect(beside.equals(alone)).toBe(true)

  await page.mouse.wheel(0, 600)
  await expect.poll(() => running(page)).toBe(0)
})

test('a chosen theme is kept, stands before the first paint, and can be given back to the device', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  await open(page, '/about')
  await page.getByRole('radio', { name: 'Paper' }).check()
  await expect.poll(() => ground(page)).toBe(paper)
  await page.goto('/books', { waitUntil: 'commit' })
  await page.waitForSelector('body')
  expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('paper')
  await expect(page.getByRole('radio', { name: 'Paper' })).toBeChecked()
  await page.getByRole('radio', { name: 'Match device' }).check()
  await expect.poll(() => ground(page)).toBe(night)
})

test('the curtain breathes, stops when nobody sees it, and holds still when asked', { tag: '@long' }, async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await open(page, '/')
  await expect.poll(() => running(page)).toBe(3)
  await page.getByRole('checkbox', { name: 'Still the curtains' }).check()
  await expect.poll(() => running(page)).toBe(0)
  await page.reload()
  await expect(page.getByRole('checkbox', { name: 'Still the curtains' })).toBeChecked()
  expect(await running(page)).toBe(0)
  await page.getByRole('checkbox', { name: 'Still the curtains' }).uncheck()
  await expect.poll(() => running(page)).toBe(0) // the footer is in view, so the hero is not
  await page.getByRole('banner').first().scrollIntoViewIfNeeded()
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await expect.poll(() => running(page)).toBe(3)
})

test('the curtain hangs still while the page comes, and breathes of itself a little later', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  // Its clock stands until it is moved, however long the page takes to come.
  await page.clock.install({ time: 0 })
  await page.clock.pauseAt(1_000)
  await page.goto('/')
  await expect(page.locator('.hero-threads:visible')).toHaveCount(1)
  expect(await running(page)).toBe(0)
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000)
      return running(page)
    })
    .toBe(3)
  await expect(page.locator('html')).not.toHaveAttribute('data-awake')
})

test('paper is black on white, with the words and without the furniture', { tag: '@plain' }, async ({ page }) => {
  await open(page, '/terms-of-service')
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await ground(page)).toBe('rgb(255, 255, 255)')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('contentinfo')).toBeHidden()
  await expect(page.getByRole('navigation', { name: 'Contents' })).toBeHidden()
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeHidden()
})

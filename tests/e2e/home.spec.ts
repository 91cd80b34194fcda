import { expect, type Page } from '@playwright/test'
import { testAuthor as author } from '../support/author.ts'
import { advance, libraryPosts, libraryStories } from '../support/library.ts'
import { open, wake } from './open.ts'
import { test } from './worker.ts'

const [first, second] = libraryPosts.map(({ title }) => title) as [string, string]

/** The name over the section in which the largest thing was painted first. */
function largestPainted(page: Page): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1) as (PerformanceEntry & { element?: Element }) | undefined
          resolve(last?.element?.closest('section')?.querySelector('h1')?.textContent ?? '')
        }).observe({ type: 'largest-contentful-paint', buffered: true })
      }),
  )
}

test('the home page paints its hero first, shows three stories and two posts, and leads to them', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  // Before it is touched: nothing that is painted after a touch is counted.
  await page.goto('/')
  expect(await largestPainted(page)).toBe(author.name)
  await wake(page)
  const magnets = page.locator('#reader-magnets')
  await expect(magnets.getByRole('heading', { level: 3 })).toHaveText([
    ...libraryStories.slice(0, 3).map(({ title }) => title),
    `${advance.title}, early`,
    'The newsletter',
  ])
  await expect(magnets.getByText(/^1,\d{3} words · about \d minutes$/)).toHaveCount(3)
  const desk = page.getByRole('region', { name: 'From the desk' })
  await expect(desk.getByRole('heading', { level: 3 })).toHaveText([first, second])
  await desk.getByRole('link', { name: first }).click()
  await expect(page.getByRole('heading', { level: 1, name: first })).toBeFocused()
})

test('whoever comes to it from another page sees the same', async ({ page }) => {
  await open(page, '/about')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await expect(page.locator('#reader-magnets').getByRole('link', { name: libraryStories[1]?.title })).toBeAttached()
})

test('without the list it is whole all the same', async ({ page }) => {
  await page.route('**/api/latest', (route) => route.fulfill({ status: 500, body: 'no' }))
  await open(page, '/about')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()
  await expect(page.locator('#reader-magnets').getByRole('heading', { level: 3 })).toHaveText([
    `${advance.title}, early`,
    'The newsletter',
  ])
})

test('on a phone too the largest thing painted first stands in the hero', { tag: '@long' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  expect(await largestPainted(page)).toBe(author.name)
})

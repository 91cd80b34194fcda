import { expect, type Page } from '@playwright/test'
import { prose } from '../support/long-prose.ts'
import { open } from './open.ts'
import { complaintsOf } from './watch.ts'
import { test, wordsShown } from './written-site.ts'

// What is measured is noted beside the result, and judged by nobody: the machine may be busy with other tests.
test.describe.configure({ mode: 'default' })

/** Everything that keeps the page from answering for more than 50 ms, from now on. */
async function watchTasks(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    Object.assign(window, { tasks: [] as number[] })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) (window as unknown as { tasks: number[] }).tasks.push(entry.duration)
    }).observe({ type: 'longtask' })
  })
  return () => page.evaluate(() => Math.max(0, ...(window as unknown as { tasks: number[] }).tasks))
}

const note = (what: string, milliseconds: number) =>
  test.info().annotations.push({ type: what, description: `${Math.round(milliseconds)} ms` })

test('of a story of 20,000 words only what she is near is laid out, and it can be read to its last word', {
  tag: '@long',
}, async ({ page, emptySite }) => {
  const content = prose(20_000)
  await emptySite.add({ title: 'The Long Night', content })
  await open(page, `${emptySite.address}/short-stories`)
  const card = page.getByRole('main').getByRole('link', { name: 'The Long Night' })
  await card.hover()
  await page.waitForLoadState('networkidle')

  const longest = await watchTasks(page)
  const opened = await page.evaluate(async () => {
    const began = performance.now()
    document.querySelector<HTMLElement>('[data-story]')?.click()
    while (!document.querySelector('.manuscript')) await new Promise((resolve) => requestAnimationFrame(resolve))
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))
    return performance.now() - began
  })
  note('from the press to the words', opened)
  note('longest task while opening', await longest())
  expect(await wordsShown(page)).toBe(content)
  const laidOut = await page
    .locator('.manuscript p')
    .evaluateAll((all) => all.filter((one) => one.checkVisibility({ contentVisibilityAuto: true })).length / all.length)
  expect(laidOut).toBeGreaterThan(0)
  expect(laidOut).toBeLessThan(0.2)

  const tasksOfScrolling = await watchTasks(page)
  const slowest = await page.evaluate(async () => {
    const dialog = document.querySelector('.reader')
    if (!dialog) return -1
    let slowest = 0
    let last = performance.now()
    for (let top = 0; top < dialog.scrollHeight; top += 700) {
      dialog.scrollTop = top
      await new Promise((resolve) => requestAnimationFrame(resolve))
      slowest = Math.max(slowest, performance.now() - last)
      last = performance.now()
    }
    return slowest
  })
  note('slowest frame while scrolling', slowest)
  note('longest task while scrolling', await tasksOfScrolling())
  await expect(page.getByText('The end', { exact: true })).toBeVisible()
  await expect(page.locator('.manuscript p').last()).toBeAttached()
})

test('a story of 200 kB comes with its page, wakes, and breaks no rule of the policy', { tag: '@long' }, async ({
  page,
  emptySite,
}) => {
  const content = prose(42_000).slice(0, 200_000)
  expect(content.length).toBe(200_000)
  await emptySite.add({ title: 'The Whole Winter', slug: 'the-whole-winter', content })
  const complaints = await complaintsOf(page)
  await open(page, `${emptySite.address}/short-stories/the-whole-winter`)
  await expect.poll(() => page.evaluate(() => document.querySelector('.reader')?.matches(':modal'))).toBe(true)
  for (const key of ['+', 't', '?', 'Escape']) await page.keyboard.press(key)
  await page.evaluate(() => {
    const dialog = document.querySelector('.reader')
    if (dialog) dialog.scrollTop = dialog.scrollHeight
  })
  await expect(page.getByText('The end', { exact: true })).toBeVisible()
  expect(await wordsShown(page)).toBe(content)
  expect(complaints).toEqual([])
})

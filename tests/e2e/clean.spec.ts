import { expect, type Page, test } from '@playwright/test'
import { widths } from '../support/long-run.ts'
import { open } from './open.ts'
import { pages, storyPage } from './pages.ts'
import { complaintsOf } from './watch.ts'

/** Everything a page may complain about or ask of others, collected from its first byte. */
async function watch(page: Page) {
  const complaints = await complaintsOf(page)
  page.on('request', (request) => {
    const { hostname } = new URL(request.url())
    if (hostname !== 'localhost') complaints.push(`asked ${hostname}`)
  })
  return complaints
}

async function layoutShift(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let total = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput) total += Number(entry.value)
          }
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => setTimeout(() => resolve(total)))
      }),
  )
}

for (const path of [...pages, storyPage, '/no-such-page']) {
  for (const width of widths) {
    test(`${path} at ${width} px complains of nothing, asks nobody else, and holds still`, async ({ page }) => {
      await page.setViewportSize({ width, height: 900 })
      const complaints = await watch(page)
      const response = await open(page, path)
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
      await page.waitForLoadState('networkidle')
      expect(await layoutShift(page)).toBeLessThanOrEqual(0.02)
      // A browser reports the 404 of the document itself; that one is asked for.
      const own =
        response?.status() === 404 ? complaints.filter((text) => !text.includes('404 (Not Found)')) : complaints
      expect(own).toEqual([])
    })
  }

  test(`${path} does not scroll sideways at 320 px`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 })
    await page.goto(path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
}

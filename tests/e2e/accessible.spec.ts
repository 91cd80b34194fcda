import { expect, test } from '@playwright/test'
import { widths } from '../support/long-run.ts'
import { axeFaults, axeFaultsInBothThemes } from './axe.ts'
import { open } from './open.ts'
import { pages } from './pages.ts'

for (const path of [...pages, '/no-such-page', '/blog/never-written']) {
  test(`axe finds nothing on ${path}, by night and by day`, async ({ page }) => {
    await page.goto(path, { waitUntil: 'networkidle' })
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      expect(await axeFaultsInBothThemes(page)).toEqual([])
    }
  })
}

test('axe finds nothing in the open menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/')
  await page.getByRole('button', { name: 'Menu' }).click()
  expect(await axeFaults(page)).toEqual([])
})

test('every stop of the keyboard shows a ring that nothing covers', async ({ page }) => {
  await open(page, '/books')
  let stops = 0
  for (;;) {
    await page.keyboard.press('Tab')
    const seen = await page.evaluate(() => {
      const element = document.activeElement
      if (!(element instanceof HTMLElement) || element === document.body) return 'end of the page'
      const { left, top, width, height } = element.getBoundingClientRect()
      const onTop = document.elementFromPoint(left + width / 2, top + height / 2)
      const isVisible = element.contains(onTop) || onTop?.contains(element)
      const ring = getComputedStyle(element).outlineStyle !== 'none'
      return isVisible && ring ? 'ok' : `${element.outerHTML.slice(0, 120)} visible=${isVisible} ring=${ring}`
    })
    if (seen === 'end of the page') break
    expect(seen).toBe('ok')
    stops++
  }
  expect(stops).toBeGreaterThan(35)
})

import { expect } from '@playwright/test'
import { open } from './open.ts'
import { test } from './worker.ts'

test('every stop of the keyboard shows a ring that nothing covers', { tag: '@plain' }, async ({ page }) => {
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

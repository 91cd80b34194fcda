import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { open } from './open.ts'
import { pages } from './pages.ts'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

for (const colorScheme of ['dark', 'light'] as const) {
  for (const width of [390, 1440]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' })

      for (const path of [...pages, '/no-such-page', '/blog/never-written']) {
        test(`axe finds nothing on ${path}`, async ({ page }) => {
          await page.goto(path, { waitUntil: 'networkidle' })
          // Evaluated, not injected as an element: the page's policy rightly forbids the latter.
          await page.evaluate(axe)
          const violations = await page.evaluate(async () => {
            const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }
            type Violation = { id: string; nodes: { target: string[]; failureSummary: string }[] }
            return (await axe.run()).violations.map(
              ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join('; ')}`,
            )
          })
          expect(violations).toEqual([])
        })
      }
    })
  }
}

test('axe finds nothing in the open menu', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page, '/')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.evaluate(axe)
  const ids = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }
    return (await axe.run()).violations.map(({ id }) => id)
  })
  expect(ids).toEqual([])
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

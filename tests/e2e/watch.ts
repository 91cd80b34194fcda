import type { Page } from '@playwright/test'

/** Whatever the browser complains of from now on, the page's policy included, but for what was asked for. */
export async function complaintsOf(page: Page, isAskedFor = /^$/): Promise<string[]> {
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isAskedFor.test(message.text()))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', (event) => console.error(`CSP: ${event.violatedDirective}`))
  })
  return complaints
}

/** Answers once what scrolls has stood still for some frames. */
export function atRest(page: Page, selector: string): Promise<void> {
  return page.evaluate(
    (name) =>
      new Promise<void>((resolve) => {
        let [last, frames] = [-1, 0]
        const look = () => {
          const top = document.querySelector(name)?.scrollTop ?? 0
          frames = top === last ? frames + 1 : 0
          last = top
          if (frames < 5) requestAnimationFrame(look)
          else resolve()
        }
        look()
      }),
    selector,
  )
}

/** How far what stood on the page has moved by itself since it came. */
export function layoutShift(page: Page): Promise<number> {
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

/** True where the page can be pushed sideways. */
export function isSideways(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}

/** The same at another width. */
export async function isSidewaysAt(page: Page, width: number): Promise<boolean> {
  await page.setViewportSize({ width, height: 700 })
  return isSideways(page)
}

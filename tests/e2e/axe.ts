import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { isLongRun } from '../support/long-run.ts'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** What another light can break. */
export const colourRules = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds wrong with the page as it stands by night, and then by day, each fault with where it is. What stands on
 * the page is the same in both, so by day only its colours are looked at: on every page, and of all that can stand on one
 * in the long run alone, since `tests/contrast.test.ts` holds each pair of colours in each light.
 */
export async function axeFaultsInBothThemes(page: Page, { isByDayToo = isLongRun } = {}): Promise<string[]> {
  // A colour that is still on its way from one theme to the other is in neither.
  await page.evaluate(() => {
    const still = new CSSStyleSheet()
    still.replaceSync('*, ::before, ::after { transition: none !important }')
    document.adoptedStyleSheets.push(still)
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  const byNight = await axeFaults(page)
  await page.emulateMedia({ colorScheme: 'light' })
  return isByDayToo ? [...byNight, ...(await axeFaults(page, colourRules))] : byNight
}

/** What axe finds wrong with the page as it stands, each fault with where it is; by all its rules, or by those named. */
export async function axeFaults(page: Page, rules?: string[]): Promise<string[]> {
  // Evaluated, not injected as an element: the page's policy rightly forbids the latter.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe)
  return page.evaluate(async (rules) => {
    type Violation = { id: string; nodes: { target: string[]; failureSummary: string }[] }
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }
    // A frame of ours runs no scripts, axe among them: calling into it would only be a complaint in the console.
    return (
      await axe.run({ iframes: false, resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) })
    ).violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join('; ')}`,
    )
  }, rules)
}

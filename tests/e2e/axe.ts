import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'

const axe = readFileSync('node_modules/axe-core/axe.min.js', 'utf8')

/** What axe finds wrong with the page as it stands, each fault with where it is. */
export async function axeFaults(page: Page): Promise<string[]> {
  // Evaluated, not injected as an element: the page's policy rightly forbids the latter.
  await page.evaluate(axe)
  return page.evaluate(async () => {
    type Violation = { id: string; nodes: { target: string[]; failureSummary: string }[] }
    const { axe } = window as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }
    // A frame of ours runs no scripts, axe among them: calling into it would only be a complaint in the console.
    return (await axe.run({ iframes: false })).violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join('; ')}`,
    )
  })
}

import type { Page } from '@playwright/test'

/** What is asked for there is on its way until it is let go; where `times` is 1, only the first of it. */
export async function hold(page: Page, what: string, times?: number): Promise<() => void> {
  let letGo = () => {}
  const isLetGo = new Promise<void>((resolve) => {
    letGo = resolve
  })
  await page.route(
    what,
    async (route) => {
      await isLetGo
      await route.continue()
    },
    times === undefined ? {} : { times },
  )
  return letGo
}

import { test as base } from '@playwright/test'

type Kept = <Thing>(name: string, open: () => Promise<Thing>, close: (thing: Thing) => Promise<void>) => Promise<Thing>

/**
 * Playwright's test, with what a worker keeps from one test to the next: opened when it is first asked for, closed at its
 * end. Every spec begins here: for one whose workers had anything else, Playwright would start new ones, with new browsers.
 */
export const test = base.extend<object, { keep: Kept }>({
  keep: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads what a fixture needs from this pattern
    async ({}, use) => {
      const opened = new Map<string, Promise<unknown>>()
      const closings: (() => Promise<void>)[] = []
      await use((name, open, close) => {
        const thing = (opened.get(name) as ReturnType<typeof open> | undefined) ?? open()
        if (!opened.has(name)) {
          opened.set(name, thing)
          closings.unshift(async () => close(await thing))
        }
        return thing
      })
      for (const end of closings) await end()
    },
    { scope: 'worker' },
  ],
})

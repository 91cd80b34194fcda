import { setTimeout } from 'node:timers/promises'
import { test as base } from '@playwright/test'

type Kept = <Thing>(name: string, open: () => Promise<Thing>, close: (thing: Thing) => Promise<void>) => Promise<Thing>

/**
 * Playwright's test, with what a worker keeps from one test to the next: opened when it is first asked for, closed at its
 * end. Every spec with a browser begins here: for one whose workers had anything else, Playwright would start new ones, with new browsers.
 * In the long run a project may hold every script back for so many milliseconds, as a bad line does.
 */
export const test = base.extend<{ scriptsLate: number }, { keep: Kept }>({
  scriptsLate: [0, { option: true }],
  context: async ({ context, scriptsLate }, use) => {
    if (scriptsLate > 0)
      await context.route(/\.js$/, async (route) => {
        await setTimeout(scriptsLate)
        await route.fallback()
      })
    await use(context)
    // What is still held when the test is over comes to nobody.
    if (scriptsLate > 0) await context.unrouteAll({ behavior: 'ignoreErrors' })
  },
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

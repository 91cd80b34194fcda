// Where a browser is, for tests and screenshots: named, the system's, or (undefined) the one Playwright installed itself.
import { existsSync } from 'node:fs'

// The same browser without its windows costs half the work; the whole one does as well.
const places = [
  process.env.CHROMIUM_PATH,
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
]

export const chromiumPath = places.find((path) => path && existsSync(path))

/**
 * As root, in a container, Chromium refuses to start with its own sandbox. Letters are as wide as they are drawn to be, as
 * on a phone: without windows they would be rounded to whole pixels. A page that lives for some seconds is over before its
 * scripts are worth optimising: without that the tests take a tenth less.
 */
export const chromiumLaunch = {
  ...(chromiumPath ? { executablePath: chromiumPath } : {}),
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    '--font-render-hinting=none',
    '--js-flags=--no-opt',
  ],
}

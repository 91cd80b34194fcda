import { devAssets } from '#app/assets.server.ts'
import { createHttpApp } from '#app/http.server.ts'
import { loadEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { createPageCache } from '#server/page-cache.ts'
import type { App } from '#server/route-table.ts'

/**
 * The same app without a page cache that remembers, and without the security headers: Vite's client needs inline
 * scripts and styles that the policy rightly forbids.
 */
export function createDevApp(): App {
  return createHttpApp({
    deps: {
      env: loadEnv(),
      log: createLog((line) => process.stdout.write(`${line}\n`)),
      now: () => new Date(),
      isStopping: () => false,
    },
    assets: devAssets,
    pageCache: createPageCache({ maxEntries: 0 }),
    headers: {},
  })
}

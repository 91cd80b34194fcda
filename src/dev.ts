import { join } from 'node:path'
import { devAssets } from '#app/assets.server.ts'
import { openHouse } from '#app/house.server.ts'
import { createHttpApp } from '#app/http.server.ts'
import { loadEnv } from '#server/env.ts'
import { installation } from '#server/installation.ts'
import { createLog } from '#server/log.ts'
import { openMailer } from '#server/mailer.ts'
import { createPageCache } from '#server/page-cache.ts'
import type { App } from '#server/route-table.ts'

/**
 * The same app without a page cache that remembers, and without the security headers: Vite's client needs inline
 * scripts and styles that the policy rightly forbids.
 */
export async function openDevHouse(): Promise<{ createDevApp: () => App; leave: () => Promise<void> }> {
  const pageCache = createPageCache({ maxEntries: 0 })
  const say = (line: string) => process.stdout.write(`${line}\n`)
  const { deps, greet, watch, leave } = await openHouse(loadEnv(), createLog(say), pageCache, {
    programs: join(installation, 'dist/server'),
    openMailer,
    say,
  })
  greet(deps.env.siteUrl).forEach(say)
  watch()
  return { createDevApp: () => createHttpApp({ deps, assets: devAssets, pageCache, headers: () => ({}) }), leave }
}

import { meet } from '#features/health/knock.server.ts'
import { routes } from '#features/health/routes.server.ts'
import type { Sight } from '#features/health/sight.server.ts'
import { readSamples } from '#features/samples/service.server.ts'
import type { Db } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { version } from './backup.server.ts'
import { sampleHolders } from './sample-holders.server.ts'

/** How the site is, seen from within. */
export function healthRoutes(deps: Deps): Route[] {
  const { env, now, files, keyFor, db, engine, health, backups, site } = deps
  return routes(deps, {
    version,
    env,
    now,
    files,
    keyFor,
    house: { db, engine, health, backups, site, countSamples },
    isRunning: async () => true,
    countProxies: () => countProxiesOnTheWay({ env, keyFor }),
  })
}

export async function countSamples(db: Db): Promise<number> {
  const { left } = await readSamples(db, sampleHolders)
  return left.reduce((sum, { count }) => sum + count, 0)
}

/** By way of the site's own address, as a reader comes. */
export async function countProxiesOnTheWay({ env, keyFor }: Pick<Sight, 'env' | 'keyFor'>): Promise<number | null> {
  if (!keyFor || !env.checkHost) return null
  const met = await meet(keyFor, env.siteUrl)
  return met.isThisSite ? met.proxies : null
}

import { fileURLToPath } from 'node:url'
import { readAssets } from '#app/assets.server.ts'
import { deskMap } from '#app/desk-routes.tsx'
import { openHouse } from '#app/house.server.ts'
import { createHttpApp, siteHeaders } from '#app/http.server.ts'
import { createListener } from '#app/listener.server.ts'
import { printResetLink } from '#app/owner-reset.server.ts'
import { siteMap } from '#app/routes.tsx'
import { loadEnv } from '#server/env.ts'
import { closeGracefully, createLimitedServer, listen } from '#server/listen.ts'
import { createLog } from '#server/log.ts'
import { createPageCache } from '#server/page-cache.ts'
import { explainStartFailure } from '#server/start-failure.ts'
import { loadStaticAssets } from '#server/static-assets.ts'

// Whatever this process makes, the database above all, is for its own user's eyes only.
process.umask(0o077)

const built = (path: string) => fileURLToPath(new URL(`../client/${path}`, import.meta.url))
const say = (line: string) => process.stdout.write(`${line}\n`)

const longestStop = 15_000

/** The process: environment, house, doors, orderly stop. */
async function main() {
  const env = loadEnv()
  const pageCache = createPageCache()
  const house = await openHouse(env, createLog(say), pageCache)
  const headers = siteHeaders(env.siteUrl)
  const assets = readAssets(built('.vite/manifest.json'))
  const app = createHttpApp({ deps: house.deps, assets, pageCache, headers })
  // All code is read now: while the next version is being built, this one must not go looking for its files.
  await Promise.all([...siteMap.routes, ...deskMap.routes].map((route) => route.preload()))
  const files = loadStaticAssets(built(''), headers)
  const { counter, isStopping } = house.deps
  const server = createLimitedServer(
    createListener({ app, env, assets: files, pageCache, counter, headers, isStopping }),
    { isBehindProxy: env.trustedProxies > 0 },
  )
  const port = await listen(server, env.port, env.host)

  const leave = async (code: number) => {
    house.announceLeaving()
    await closeGracefully(server)
    await house.leave()
    process.exit(code)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => leave(0))
  // Nobody knows what state this leaves us in: what is under way is finished, and whoever watches over us starts anew.
  let isBroken = false
  const breakDown = (error: unknown) => {
    if (isBroken) return
    isBroken = true
    house.deps.log.error('a fault nobody caught, so the site stops', { error })
    setTimeout(() => process.exit(1), longestStop).unref()
    leave(1).catch(() => process.exit(1))
  }
  process.on('uncaughtException', breakDown)
  process.on('unhandledRejection', breakDown)
  const address = env.checkHost ? env.siteUrl : `http://localhost:${port}`
  say(`Frontispiece is ready: ${address}`)
  house.greet(address).forEach(say)
}

const [, , command] = process.argv
const run = command === 'owner-reset' ? printResetLink(loadEnv(), say) : main()
run.catch((error) => {
  say(explainStartFailure(error))
  process.exit(78)
})

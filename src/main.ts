import { fileURLToPath } from 'node:url'
import { readAssets } from '#app/assets.server.ts'
import { createHttpApp, createListener, siteHeaders } from '#app/http.server.ts'
import { EnvError, loadEnv } from '#server/env.ts'
import { closeGracefully, createLimitedServer, listen } from '#server/listen.ts'
import { createLog } from '#server/log.ts'
import { createPageCache } from '#server/page-cache.ts'
import { loadStaticAssets } from '#server/static-assets.ts'

const built = (path: string) => fileURLToPath(new URL(`../client/${path}`, import.meta.url))
const say = (line: string) => process.stdout.write(`${line}\n`)

/** The process: environment, parts, server, orderly stop. */
async function main() {
  const env = loadEnv()
  const log = createLog(say)
  const headers = siteHeaders(env.siteUrl)
  const pageCache = createPageCache()
  let isStopping = false
  const deps = { env, log, now: () => new Date(), isStopping: () => isStopping }
  const app = createHttpApp({ deps, assets: readAssets(built('.vite/manifest.json')), pageCache, headers })
  const checkedHost = env.checkHost ? new URL(env.siteUrl).host : null
  const files = loadStaticAssets(built(''), headers)
  const server = createLimitedServer(createListener(app, files, pageCache, checkedHost))
  const port = await listen(server, env.port, env.host)
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, async () => {
      isStopping = true
      await closeGracefully(server)
      process.exit(0)
    })
  }
  say(`Frontispiece is ready: ${env.checkHost ? env.siteUrl : `http://localhost:${port}`}`)
}

main().catch((error) => {
  if (error instanceof EnvError) say(`The configuration has a fault:\n${error.message}`)
  else if (error.code === 'EADDRINUSE')
    say(`Port ${error.port} is taken. Stop what runs there, or choose another with PORT.`)
  else say(String(error.stack))
  process.exit(78)
})

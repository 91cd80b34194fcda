import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readAssets } from '#app/assets.server.ts'
import { deskMap } from '#app/desk-routes.tsx'
import { openHouse } from '#app/house.server.ts'
import { createHttpApp, siteHeaders } from '#app/http.server.ts'
import { createListener } from '#app/listener.server.ts'
import { printResetLink } from '#app/owner-reset.server.ts'
import { siteMap } from '#app/routes.tsx'
import { type Env, loadEnv } from '#server/env.ts'
import { installation } from '#server/installation.ts'
import { closeGracefully, createLimitedServer, listen } from '#server/listen.ts'
import { createLog } from '#server/log.ts'
import { createPageCache } from '#server/page-cache.ts'
import { explainStartFailure } from '#server/start-failure.ts'
import { loadStaticAssets } from '#server/static-assets.ts'

// Whatever this process makes, the database above all, is for its own user's eyes only.
process.umask(0o077)

type Verb = { words: string; run: () => void | Promise<void> }

/** What the program can do. Nothing but `start` opens a port. */
const verbs: Record<string, Verb> = {
  start: { words: 'starts the site; so does no verb at all', run: () => withEnv(start) },
  'owner-reset': {
    words: 'prints a one-time link that lets a locked-out owner back in',
    run: () => withEnv((env) => printResetLink(env, say)),
  },
  version: { words: 'prints the version', run: () => say(readVersion()) },
  help: { words: 'prints this', run: () => say(usage()) },
}

const otherNames: Record<string, string> = { '--version': 'version', '-v': 'version', '--help': 'help', '-h': 'help' }

const wrongUsage = 64
const wrongConfiguration = 78
/** A stop after a fault may hang where an orderly one does not. */
const longestStop = 15_000

function usage(): string {
  const width = Math.max(...Object.keys(verbs).map((name) => name.length))
  const lines = Object.entries(verbs).map(([name, { words }]) => `  ${name.padEnd(width)}  ${words}`)
  return ['Usage: npm run site -- VERB', '', ...lines].join('\n')
}

function readVersion(): string {
  return JSON.parse(readFileSync(join(installation, 'package.json'), 'utf8')).version
}

const built = (path: string) => fileURLToPath(new URL(`../client/${path}`, import.meta.url))
const say = (line: string) => void process.stdout.write(`${line}\n`)

/** The process: house, doors, orderly stop. */
async function start(env: Env) {
  const isAsked = hearSignals()
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
    { isBehindProxy: env.trustedProxies > 0, log: house.deps.log },
  )
  const leave = async (code: number) => {
    house.announceLeaving()
    await closeGracefully(server)
    await house.leave()
    process.exit(code)
  }
  isAsked.then(() => leave(0))
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
  const port = await listen(server, env.port, env.host)
  const address = env.checkHost ? env.siteUrl : `http://localhost:${port}`
  say(`Frontispiece is ready: ${address}`)
  house.greet(address).forEach(say)
  house.watch()
}

/** Heard from the first moment on: whoever asks before the site is open has it leave as soon as it can do so in order. */
function hearSignals(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => resolve())
  })
}

/** A fault of the configuration or of what it names ends the program with a sentence. */
async function withEnv(run: (env: Env) => Promise<void>) {
  let env: Env | undefined
  try {
    env = loadEnv()
    await run(env)
  } catch (error) {
    say(explainStartFailure(error, env?.dataDir))
    process.exit(wrongConfiguration)
  }
}

const [name = 'start', ...more] = process.argv.slice(2)
const verb = more.length === 0 ? verbs[otherNames[name] ?? name] : undefined
if (verb) {
  await verb.run()
} else {
  process.stderr.write(`${usage()}\n`)
  process.exitCode = wrongUsage
}

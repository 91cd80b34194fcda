import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { logAnswers } from '#app/access-log.server.ts'
import { readAssets } from '#app/assets.server.ts'
import { backup, restore, verify, version } from '#app/backup.server.ts'
import { failed, tryLater } from '#app/backup-hands.server.ts'
import { doctor } from '#app/doctor.server.ts'
import { exportSite } from '#app/export.server.ts'
import { openHouse } from '#app/house.server.ts'
import { createHttpApp, siteHeaders } from '#app/http.server.ts'
import { createListener } from '#app/listener.server.ts'
import { move } from '#app/move.server.ts'
import { printResetLink } from '#app/owner-reset.server.ts'
import { hearSignals } from '#server/asked-to-leave.ts'
import { BackupFault } from '#server/backup/envelope.ts'
import { CannotDo } from '#server/cannot-start.ts'
import { type Env, loadEnv, rereadEnv } from '#server/env.ts'
import { takeFolderRights } from '#server/folder-rights.ts'
import { commandLine } from '#server/installation.ts'
import { closeGracefully, createLimitedServer, listen } from '#server/listen.ts'
import { createLog } from '#server/log.ts'
import { createPageCache } from '#server/page-cache.ts'
import { explainStartFailure } from '#server/start-failure.ts'
import { loadStaticAssets } from '#server/static-assets.ts'
import { mailersInThreads } from '#server/thread-mailer.ts'
import { isFirstWorker, keepsWorkers, keepWorkers, workerName } from '#server/workers.ts'

// Whatever this process makes, the database above all, is for its own user's eyes only.
process.umask(0o077)

/** `usage`: what has to follow it, and in brackets what may. */
type Verb = { usage?: string; words: string; run: (...given: string[]) => void | Promise<void> }

/** What the program can do. Nothing but `start` opens a port. */
const verbs: Record<string, Verb> = {
  start: { words: 'starts the site; so does no verb at all', run: () => withEnv(start) },
  backup: {
    usage: '[FILE]',
    words: 'keeps the whole site in one file, while it runs',
    run: (file) => withRights((env) => backup(env, say, file)),
  },
  verify: {
    usage: 'FILE',
    words: 'brings a backup back into a scratch place, and compares every row and file',
    run: (file = '') => withRights((env) => verify(env, say, file)),
  },
  restore: {
    usage: 'FILE [--force]',
    words: 'brings a backup back into an empty place; by force, what is there is put aside',
    run: (file = '', force) => withRights((env) => restore(env, say, file, force !== undefined)),
  },
  doctor: {
    words: 'looks how everything is, and says what to do; the site may run or not',
    run: () => withRights(lookAtAll),
  },
  move: {
    usage: '--to DATABASE',
    words: 'brings everything to postgres://user:password@host/name, or back to sqlite',
    run: (_, to = '') => withRights((env) => move(env, say, to)),
  },
  export: {
    usage: 'FILE',
    words: 'puts everything of yours into one ZIP that any program opens',
    run: (file = '') => withRights((env) => exportSite(env, say, file)),
  },
  import: {
    usage: 'FILE [--check]',
    words: 'brings posts from Ghost, WordPress or Substack, or an export of ours back; --check says what would come',
    run: (file = '', check) =>
      withRights(async (env) => {
        // By itself it is larger than what most starts need, and needed once.
        const { importFile } = await import('#app/import.server.ts')
        await importFile(env, say, file, { isTrial: check !== undefined })
      }),
  },
  'owner-reset': {
    words: 'prints a one-time link that lets a locked-out owner back in',
    run: () => withRights((env) => printResetLink(env, say)),
  },
  version: { words: 'prints the version', run: () => say(version) },
  help: { words: 'prints this', run: () => say(usage()) },
}

const otherNames: Record<string, string> = { '--version': 'version', '-v': 'version', '--help': 'help', '-h': 'help' }

const wrongUsage = 64
const wrongConfiguration = 78
/** By then whoever waited for the start has the first page. */
const whenAnswered = 1_000
/** A stop after a fault may hang where an orderly one does not. */
const longestStop = 15_000

function usage(): string {
  const called = Object.entries(verbs).map(([name, { usage = '', words }]) => ({ call: `${name} ${usage}`, words }))
  const width = Math.max(...called.map(({ call }) => call.length))
  const lines = called.map(({ call, words }) => `  ${call.padEnd(width)}  ${words}`)
  return [`Usage: ${commandLine} VERB`, '', ...lines].join('\n')
}

const beside = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const say = (line: string) => void process.stdout.write(`${line}\n`)

/** The process: house, doors, orderly stop. */
async function start(given: Env) {
  const asked = hearSignals()
  const log = createLog(say, { level: given.logLevel })
  if (keepsWorkers(given.workers)) {
    const program = beside('main.js')
    process.exit(await keepWorkers(given.workers, { program, log, asked }))
  }
  const pageCache = createPageCache()
  // Each has its share of what the mail server takes.
  const share = Math.floor(given.lettersPerSecond / given.workers)
  const openMailer = mailersInThreads(beside('mail-thread.cjs'))
  const house = await openHouse({ ...given, lettersPerSecond: share }, log, pageCache, {
    programs: beside('.'),
    openMailer,
    say,
  })
  const { counter, env, isStopping, tally } = house.deps
  const assets = readAssets(beside('../client/.vite/manifest.json'))
  const headers = siteHeaders(env, assets)
  const app = createHttpApp({ deps: house.deps, assets, pageCache, headers })
  const files = loadStaticAssets(beside('../client'), headers())
  const listener = createListener({ app, env, assets: files, pageCache, counter, headers, isStopping, tally })
  const server = createLimitedServer(env.hasAccessLog ? logAnswers(listener, app.table, log) : listener, {
    isBehindProxy: env.trustedProxies > 0,
    log,
  })
  tally.watch(server)
  /** `isHurried` comes true where nobody is to wait any more until others have seen that we leave. */
  const leave = async (code: number, isHurried?: Promise<void>) => {
    log.info('stopping')
    house.announceLeaving()
    if (server.listening && isHurried) await Promise.race([wait(env.drainSeconds * 1_000), isHurried])
    await closeGracefully(server)
    await house.leave()
    log.info('stopped')
    process.exit(code)
  }
  asked.once.then(() => leave(0, asked.again))
  // Nobody knows what state this leaves us in: what is under way is finished, and whoever watches over us starts anew.
  let isBroken = false
  const breakDown = (error: unknown) => {
    if (isBroken) return
    isBroken = true
    log.error('a fault nobody caught, so the site stops', { error })
    setTimeout(() => process.exit(1), longestStop).unref()
    leave(1).catch(() => process.exit(1))
  }
  process.on('uncaughtException', breakDown)
  process.on('unhandledRejection', breakDown)
  const port = await listen(server, env.port, env.host)
  const address = env.checkHost ? env.siteUrl : `http://localhost:${port}`
  if (isFirstWorker()) say(`Frontispiece is ready: ${address}`)
  house.greet(address).forEach(say)
  house.watch()
  setTimeout(files.openAll, whenAnswered).unref()
  const { engine } = house.deps
  log.info('started', { version, node: process.version, engine, address, workers: env.workers, ...workerName() })
}

/** Nothing wrong is 0, and something is 1: whoever watches over a machine asks by that. */
async function lookAtAll(env: Env) {
  const hasColours = process.stdout.isTTY && process.stdout.hasColors()
  if (!(await doctor(env, { say, hasColours }))) process.exitCode = 1
}

/**
 * A verb beside the site writes what the site has to open. One that the site has begun itself has the rights of the site
 * already.
 */
function withRights(run: (env: Env) => Promise<void>) {
  return withEnv((env) => {
    if (process.send) return run(env)
    takeFolderRights(env.dataDir)
    // Once more: root may read a secret in a file that the site may not.
    return run(rereadEnv())
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
    process.exitCode = exitCodeOf(error)
    process.exit()
  }
}

function exitCodeOf(error: unknown): number {
  if (error instanceof BackupFault) return error.isBusy ? tryLater : failed
  return error instanceof CannotDo ? failed : wrongConfiguration
}

/** A word in brackets may be left out; one that begins with a hyphen is said as it stands. */
function fits({ usage = '' }: Verb, given: string[]): boolean {
  const places = usage.split(' ').filter(Boolean)
  const needed = places.filter((place) => !place.startsWith('['))
  const isMeant = (word: string, place = '') =>
    place.includes('--') === word.startsWith('-') && (!word.startsWith('-') || place.replace(/[[\]]/g, '') === word)
  return (
    given.length >= needed.length &&
    given.length <= places.length &&
    given.every((word, at) => isMeant(word, places[at]))
  )
}

const [name = 'start', ...given] = process.argv.slice(2)
const verb = verbs[otherNames[name] ?? name]
if (verb && fits(verb, given)) {
  void verb.run(...given)
} else {
  process.stderr.write(`${usage()}\n`)
  process.exitCode = wrongUsage
}

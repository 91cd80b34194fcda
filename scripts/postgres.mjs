// A real PostgreSQL for the tests: its own cluster in a temporary folder, gone when we are.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { installFromDebian } from './debian.mjs'
import { fail, root } from './prepare.mjs'

// Not through npx, which passes no signal on.
export const vitest = join(root, 'node_modules/vitest/vitest.mjs')
const isRoot = process.getuid?.() === 0

/**
 * The one named in TEST_DATABASE_URL, or a new one. Answers its address and a way to be done with it. In tests it is
 * never killed itself, only those who write into it, so nothing need reach the disk; where time is measured it must.
 */
export async function openPostgres({ isDurable = false } = {}) {
  const given = process.env.TEST_DATABASE_URL
  return given ? { url: given, stop() {} } : startPostgres(isDurable)
}

/** Installs PostgreSQL where that is possible without asking anybody; says how where it is not. */
export function ensurePostgres() {
  if (process.env.TEST_DATABASE_URL || findTools()) return
  console.log('Installing PostgreSQL for the tests (once)…')
  installFromDebian('postgresql')
  if (!findTools()) fail(missing)
}

const missing =
  'The tests need PostgreSQL. Install it (Debian: apt-get install postgresql), or name a database that may be written to in TEST_DATABASE_URL.'

/** The helpers of the tests that open a database, by themselves or by opening a site. */
function databaseOpeners() {
  const folder = join(root, 'tests/support')
  const openers = readdirSync(folder).filter((file) =>
    /\/(database|test-app)\.ts'/.test(readFileSync(join(folder, file), 'utf8')),
  )
  return ['database.ts', ...openers]
}

// About doors, forms, markup, pictures, stores, mail servers and pages: what they ask of a database others ask of both.
// The long run asks both everything.
const aboutOtherThings = [
  /^tests\/(owner-doors|hostile-words|share-images|pages|http|bucket|drafts|backup-keeping|blog-pages|feeds|canary|listener|icons|desk-lost|press|shared-caches|import-own)\.test/,
  /sample-pack\//,
  /features\/(deliverability\/\w+|help\/help|images\/routes|previews\/preview|stories\/(picture|published))\.test/,
  /features\/analytics\/ingest\.test/,
  /features\/blog\/published\.test/,
  /features\/books\/(books|covers)\.test/,
  /features\/campaigns\/trouble\.test/,
  /features\/contact\/routes\.test/,
  /features\/downloads\/(file|files|gift)\.test/,
  /features\/health\/health\.test/,
  /features\/mail-events\/(mailbox|webhooks)\.test/,
  /features\/mailing-provider\/(routes|trouble)\.test/,
  /features\/newsletter\/(abuse|shown-wording)\.test/,
  /features\/outbox\/kinds\.test/,
  /features\/owner\/(entrance|security|sessions|setup)\.test/,
  /features\/profile\/(pages|profile)\.test/,
  /features\/settings\/(hostile|new-address|saving|secrets|trials)\.test/,
  /features\/words\/(every-set|words)\.test/,
  /features\/writing\/pictures\.test/,
  /server\/(letter-gate|letter-html|list-headers)\.test/,
]
const isOnePlaceEnough = (file) =>
  process.env.TEST_LONG !== 'on' && aboutOtherThings.some((others) => others.test(file))

/**
 * Vitest, for Node, on every test file that works on a database, or on those that are named. A few workers keep the
 * connections few.
 */
export function databaseTests(named = []) {
  const openers = databaseOpeners()
  const opensDatabase = (text) => openers.some((name) => text.includes(`support/${name}`))
  const files = ['src', 'tests']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)))
    .filter((file) => /\.test\.tsx?$/.test(file) && opensDatabase(readFileSync(file, 'utf8')))
    .filter((file) => !isOnePlaceEnough(file))
    .filter((file) => named.length === 0 || named.some((part) => file.includes(part)))
  if (files.length === 0) fail(`No test that opens a database is called ${named.join(' or ')}.`)
  return [vitest, 'run', '--maxWorkers=2', ...files]
}

/** A new one in any case: whoever wants to stop it under somebody's feet needs one of their own. */
export async function startPostgres(isDurable = false) {
  const tools = findTools()
  if (!tools) throw new Error(missing)
  const folder = mkdtempSync(join(tmpdir(), 'frontispiece-postgres-'))
  // PostgreSQL refuses to run as root, for good reasons.
  const account = isRoot ? findAccount() : {}
  if (isRoot) chownSync(folder, account.uid, account.gid)

  const data = join(folder, 'data')
  const log = join(folder, 'log')
  const run = (tool, args) =>
    spawnSync(join(tools, tool), args, { ...account, cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })

  const made = run('initdb', ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--no-sync'])
  if (made.status !== 0) {
    remove()
    throw new Error(`PostgreSQL could not be set up:\n${made.stderr || made.error}`)
  }

  let isRunning = false
  const stop = () => {
    if (isRunning) run('pg_ctl', ['stop', '-D', data, '-m', 'immediate', '-w'])
    isRunning = false
    process.off('exit', stop)
    remove()
  }
  // The last thing this process does, however it ends, short of being killed outright.
  process.on('exit', stop)

  // Between asking for a free port and using it somebody else may take it.
  for (let tries = 0; tries < 5 && !isRunning; tries++) {
    const port = await freePort()
    const options = `-p ${port} -h 127.0.0.1 -k ${folder} -c max_connections=200 -c fsync=${isDurable ? 'on' : 'off'}`
    // The server inherits what it is given for output: anything but a file would keep us waiting for its end.
    const { status } = spawnSync(
      join(tools, 'pg_ctl'),
      ['start', '-D', data, '-l', log, '-o', options, '-w', '-t', '60'],
      { ...account, cwd: folder, stdio: 'ignore' },
    )
    isRunning = status === 0
    if (!isRunning) continue
    const control = async (...args) => {
      const child = spawn(join(tools, 'pg_ctl'), [...args, '-D', data, '-w'], {
        ...account,
        cwd: folder,
        stdio: 'ignore',
      })
      const [code] = await once(child, 'exit')
      if (code !== 0) throw new Error(`pg_ctl ${args[0]} failed`)
    }
    return {
      url: `postgres://postgres@127.0.0.1:${port}/postgres`,
      stop,
      /** goes away and comes back, as at an update: whoever is connected is cut off */
      restart: () => control('restart', '-m', 'fast', '-l', log, '-o', options),
      halt: () => control('stop', '-m', 'fast'),
      resume: () => control('start', '-l', log, '-o', options),
    }
  }
  const told = existsSync(log) ? readFileSync(log, 'utf8').slice(-2_000) : 'no word from it'
  stop()
  throw new Error(`PostgreSQL did not start:\n${told}`)
}

/** The folder with initdb and pg_ctl, which Debian keeps off the path. */
function findTools() {
  const debian = '/usr/lib/postgresql'
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env.PATH ?? '').split(delimiter),
    ...versions.map((version) => join(debian, version, 'bin')),
  ]
  return folders.find((folder) => ['initdb', 'pg_ctl'].every((tool) => existsSync(join(folder, tool))))
}

function findAccount() {
  for (const name of ['postgres', 'nobody']) {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout))
    if (uid && gid) return { uid, gid }
  }
  throw new Error('PostgreSQL does not run as root, and there is no account named postgres or nobody.')
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address()
      server.close(() => resolve(port))
    })
  })
}

// What has to be there before anything else can run. Plain JavaScript: on a fresh clone nothing is installed yet.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
const installStamp = join(root, 'node_modules/.frontispiece-install')
const buildStamp = join(root, 'dist/.stamp')
const buildInputs = ['src', 'build', 'migrations', 'docs/guide', 'vite.config.ts', 'package-lock.json', 'tsconfig.json']

process.chdir(root)

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19) || major === 21 || (major === 22 && minor < 12)) {
  fail(
    `Frontispiece needs Node 20.19, or 22.12 and newer; this is ${process.version}. Install a newer Node, then try again.`,
  )
}

/** Runs a command to its end, on this terminal; says one sentence and stops when it fails. */
export function run(command, args, sentence, env = {}) {
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  })
  if (status !== 0) fail(sentence)
}

export function fail(sentence) {
  console.error(`\n${sentence}`)
  process.exit(1)
}

export async function ensureDependencies() {
  const wanted = hashOf(['package.json', 'package-lock.json'])
  if (read(installStamp) === wanted) return
  console.log('Installing dependencies (about half a minute, once)…')
  // Exactly what the lock names, and with dev dependencies whatever NODE_ENV says: the site is built here.
  run('npm', ['ci', '--include=dev'], 'The dependencies could not be installed. Is the network there?')
  writeFileSync(installStamp, wanted)
}

export async function ensureBuild() {
  if (read(buildStamp) !== hashOf(buildInputs) || !existsSync(join(root, 'dist/server/main.js'))) await build()
}

// A small server has little memory. The bundler's allocator would take huge pages and keep what it has freed (575 MB instead
// of 350), that of the pictures would keep a pool for each thread (910 MB instead of 450).
const thrifty = {
  MIMALLOC_ALLOW_THP: '0',
  MIMALLOC_PURGE_DELAY: '0',
  MALLOC_ARENA_MAX: '2',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

export async function build() {
  const wanted = hashOf(buildInputs)
  rmSync(buildStamp, { force: true }) // a build that is cut short must not pass for a fresh one
  console.log('Building the site (drawing the covers takes a minute the first time)…')
  for (const args of [['bundle.mjs', 'client'], ['bundle.mjs', 'ssr', 'draw', 'mail'], ['compile.mjs']])
    run(
      process.execPath,
      [`build/${args[0]}`, ...args.slice(1)],
      'The site could not be built; the lines above say why.',
      thrifty,
    )
  mkdirSync(dirname(buildStamp), { recursive: true })
  writeFileSync(buildStamp, wanted)
}

function hashOf(inputs) {
  const hash = createHash('sha256')
  for (const file of inputs.flatMap(filesIn)) hash.update(`${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

function filesIn(path) {
  const full = join(root, path)
  if (!existsSync(full)) return []
  if (!statSync(full).isDirectory()) return [path]
  return readdirSync(full)
    .sort()
    .flatMap((name) => filesIn(`${path}/${name}`))
}

function read(file) {
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

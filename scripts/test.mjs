// `npm test`: from a fresh clone to every test run, with one line at the end that counts them.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromiumPath } from './chromium.mjs'
import { installFromDebian } from './debian.mjs'
import { databaseTests, ensurePostgres, openPostgres, vitest } from './postgres.mjs'
import { ensureDependencies, fail, root } from './prepare.mjs'

// `npm run test:long` is the same, with thousands of runs, hundreds of kills and every width: hours, not minutes.
const isLong = process.argv.includes('--long')
if (isLong) process.env.TEST_LONG = 'on'

await ensureDependencies()
ensureChromium()
ensurePostgres()
ensureNeighbours()
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))
rmSync('test-results', { recursive: true, force: true })
const suites = []

// Nothing waits for what it does not need, so that both cores have work to the end: each suite also waits for mail servers,
// databases, kills and time-outs, and the others use the cores meanwhile.
step(
  'Style, types and pictures; then rules, services and pages, the services on PostgreSQL, and the site built and killed',
)
const checked = quietly('node_modules/@biomejs/biome/bin/biome', ['ci', '--reporter=summary', '.'])
  .then(() => quietly('node_modules/typescript/bin/tsc', ['--noEmit']))
  .then(() => console.log('Style and types hold.'))
const nodes = quietly('scripts/nodes.mjs', [])
// With nothing named to bundle: it draws before it would begin.
const drawn = quietly('build/bundle.mjs', [])
const { url, stop } = await openPostgres()
const onPostgres = { TEST_DATABASE_URL: url }
await drawn
const built = quietly('scripts/build.mjs', ['--if-stale'])
const killed = Promise.all([built, nodes]).then(() => countPlaywright('kills'))
// One more than the cores: each waits for a third of its time.
const vitestRun = [vitest, 'run', '--maxWorkers=3', ...intoFile('unit')]
const inNode = count(vitestRun, readVitest('unit'), { TEST_DATABASE_URL: '' })
suites.push(await count([...databaseTests(), ...intoFile('postgres')], readVitest('postgres'), onPostgres))
await Promise.all([checked, built])

step('The built site in a browser, while the others come to their end')
// The sample's own pages, as long as there is one.
const ofSample = existsSync(join(root, 'src/sample-pack')) ? ['sample'] : []
// And, in the long run, with scripts that come late, and with none.
const otherwise = isLong ? ['late', 'plain'] : []
suites.push(...(await Promise.all([countPlaywright('browser', ...ofSample, ...otherwise), inNode, killed])))
stop()

// Everything but the sample's own tests runs as if its folder were not there. The long run takes it away for real.
if (isLong && ofSample.length > 0) {
  step('All of it, in a copy without the sample')
  suites.push(await countWithoutSample())
}

// Both runners end with what failed. Said once more at the very end, where whoever reads only the end of a long log looks.
for (const { lastWords } of suites.filter(({ failed }) => failed > 0)) console.log(`\n— What failed\n${lastWords}`)
const [passed, failed] = ['passed', 'failed'].map((kind) => suites.reduce((sum, suite) => sum + suite[kind], 0))
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function step(title) {
  console.log(`\n— ${title}`)
}

/** Runs a script of Node's to its end; stops with its own words when it fails. */
async function quietly(script, args) {
  const { code, words } = await runToEnd([join(root, script), ...args], {})
  if (code === 0) return
  console.log(words)
  fail('The lines above say what does not hold; where it is style, `npm run format` mends most of it.')
}

/** Runs a suite to its end even when tests fail, so that the last line counts everything. A suite that broke counts one. */
async function count(args, read, env) {
  const { code, words } = await runToEnd(args, env)
  console.log(words)
  const lastWords = words.slice(-6_000)
  try {
    const counted = read()
    return { ...counted, failed: code === 0 ? counted.failed : Math.max(counted.failed, 1), lastWords }
  } catch {
    return { passed: 0, failed: 1, lastWords }
  }
}

function countPlaywright(...projects) {
  const report = `test-results/${projects[0]}.json`
  const chosen = projects.map((project) => `--project=${project}`)
  const args = [join(root, 'node_modules/@playwright/test/cli.js'), 'test', ...chosen]
  return count(args, () => readPlaywright(report), { ...onPostgres, E2E_REPORT: report })
}

async function countWithoutSample() {
  const copy = mkdtempSync(join(tmpdir(), 'frontispiece-bare-'))
  const left = /^(node_modules|\.git|\.generated|dist|data|test-results|src\/sample-pack)$/
  cpSync(root, copy, { recursive: true, filter: (file) => !left.test(relative(root, file)) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  const { words } = await runToEnd([join(copy, 'scripts/test.mjs')], { TEST_LONG: '' })
  const [, passed = 0, failed = 1] = words.match(/(\d+) passed, (\d+) failed\s*$/) ?? []
  rmSync(copy, { recursive: true, force: true })
  return { passed: Number(passed), failed: Number(failed), lastWords: words.slice(-6_000) }
}

/** What a process said, all of it at its end: two may run side by side. */
async function runToEnd(args, env) {
  const child = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let words = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (said) => {
      words += said
    })
  // However we end, it ends with us.
  const end = () => child.kill()
  process.on('exit', end)
  // Its last words may still be on their way when it is gone; a site some test left behind must not keep us waiting.
  await Promise.race([once(child, 'close'), once(child, 'exit').then(() => setTimeout(1_000))])
  process.off('exit', end)
  return { code: child.exitCode, words }
}

function intoFile(name) {
  return ['--reporter=default', '--reporter=json', `--outputFile.json=test-results/${name}.json`]
}

function readVitest(name) {
  return () => {
    const { numPassedTests, numFailedTests } = readJson(`test-results/${name}.json`)
    return { passed: numPassedTests, failed: numFailedTests }
  }
}

function readPlaywright(report) {
  const { expected, unexpected, flaky } = readJson(report).stats
  return { passed: expected, failed: unexpected + flaky }
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function ensureChromium() {
  if (chromiumPath && hasStandIns()) return
  console.log('Installing a browser for the tests (once)…')
  // The one without windows is the same browser at half the work; where Debian does not have it, the whole one.
  if (installFromDebian('fonts-liberation') && chromiumPath) return
  if (installFromDebian('chromium-headless-shell') || installFromDebian('chromium')) return
  if (chromiumPath) return
  const { status } = spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  if (status !== 0) fail('The tests need Chromium. Install it, or name it in CHROMIUM_PATH, then try again.')
}

/** What stands beside the site on a server. Without it those tests are left out, and say so. */
function ensureNeighbours() {
  const packages = { nginx: 'nginx', caddy: 'caddy', openssl: 'openssl', 'systemd-analyze': 'systemd' }
  const isMissing = (program) => spawnSync(program, ['-h'], { stdio: 'ignore' }).error !== undefined
  const programs = Object.keys(packages).filter(isMissing)
  if (programs.length === 0) return
  console.log(`Installing ${programs.join(', ')} for the tests (once)…`)
  if (installFromDebian(...programs.map((program) => packages[program]))) return
  console.log(`Not here: ${programs.filter(isMissing).join(', ')}. The tests that need it are left out.`)
}

/** Whether a letter as wide as ours is there to be shown until ours has come: Times, or what stands for it on Linux. */
function hasStandIns() {
  const { stdout } = spawnSync('fc-list', [':', 'family'], { encoding: 'utf8' })
  return stdout ? /Times New Roman|Liberation Serif|Noto Serif/.test(stdout) : true
}

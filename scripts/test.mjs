// `npm test`: from a fresh clone to every test run, with one line at the end that counts them.

import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { chromiumPath } from './chromium.mjs'
import { databaseTests, ensurePostgres, openPostgres, vitest } from './postgres.mjs'
import { ensureBuild, ensureDependencies, fail, root, run } from './prepare.mjs'

await ensureDependencies()
ensureChromium()
ensurePostgres()
rmSync('test-results', { recursive: true, force: true })

step('Style and types')
run('npx', ['biome', 'ci', '--reporter=summary', '.'], 'The style check failed; `npm run format` mends most of it.')
run('npx', ['tsc', '--noEmit'], 'The types do not hold.')

step('Rules, services and pages')
const unit = await count([vitest, 'run', ...intoFile('unit')], readVitest('unit'), { TEST_DATABASE_URL: '' })

step('The same services on PostgreSQL')
const { url, stop } = await openPostgres()
const onPostgres = { TEST_DATABASE_URL: url }
const services = await count([...databaseTests(), ...intoFile('postgres')], readVitest('postgres'), onPostgres)

step('The built site in a browser')
await ensureBuild()
const browser = await count([join(root, 'node_modules/@playwright/test/cli.js'), 'test'], readPlaywright, onPostgres)
stop()

const suites = [unit, services, browser]
// Both runners end with what failed. Said once more at the very end, where whoever reads only the end of a long log looks.
for (const { lastWords } of suites.filter(({ failed }) => failed > 0)) console.log(`\n— What failed\n${lastWords}`)
const [passed, failed] = ['passed', 'failed'].map((kind) => suites.reduce((sum, suite) => sum + suite[kind], 0))
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function step(title) {
  console.log(`\n— ${title}`)
}

/** Runs a suite to its end even when tests fail, so that the last line counts everything. A suite that broke counts one. */
async function count(args, read, env) {
  const suite = spawn(process.execPath, args, {
    cwd: root,
    stdio: ['inherit', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let lastWords = ''
  for (const stream of [suite.stdout, suite.stderr])
    stream.setEncoding('utf8').on('data', (said) => {
      process.stdout.write(said)
      lastWords = (lastWords + said).slice(-6_000)
    })
  // Asked to stop, we stop the suite too, and then clear away the database.
  const giveUp = (signal) => {
    suite.kill(signal)
    process.exit(130)
  }
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, giveUp)
  // Its last words may still be on their way when it is gone; a site some test left behind must not keep us waiting.
  await Promise.race([once(suite, 'close'), once(suite, 'exit').then(() => setTimeout(1_000))])
  for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, giveUp)
  try {
    const counted = read()
    return { ...counted, failed: suite.exitCode === 0 ? counted.failed : Math.max(counted.failed, 1), lastWords }
  } catch {
    return { passed: 0, failed: 1, lastWords }
  }
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

function readPlaywright() {
  const { expected, unexpected, flaky } = readJson('test-results/e2e.json').stats
  return { passed: expected, failed: unexpected + flaky }
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function ensureChromium() {
  if (chromiumPath) return
  console.log('Installing a browser for the tests (once)…')
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    spawnSync('apt-get', ['update'], { stdio: 'ignore' })
    // The one without windows is the same browser at half the work; where Debian does not have it, the whole one.
    for (const name of ['chromium-headless-shell', 'chromium']) {
      const { status } = spawnSync('apt-get', ['install', '-y', '--no-install-recommends', name, 'fonts-liberation'], {
        stdio: 'inherit',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      })
      if (status === 0) return
    }
  }
  const { status } = spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  if (status !== 0) fail('The tests need Chromium. Install it, or name it in CHROMIUM_PATH, then try again.')
}

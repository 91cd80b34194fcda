// `npm test`: from a fresh clone to every test run, with one line at the end that counts them.

import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { ensureBuild, ensureDependencies, fail, root, run } from './prepare.mjs'

const systemChromium = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser']

await ensureDependencies()
ensureChromium()
rmSync('test-results', { recursive: true, force: true })

step('Style and types')
run('npx', ['biome', 'ci', '--reporter=summary', '.'], 'The style check failed; `npm run format` mends most of it.')
run('npx', ['tsc', '--noEmit'], 'The types do not hold.')

step('Rules, services and pages')
const unit = count(
  'npx',
  ['vitest', 'run', '--reporter=default', '--reporter=json', '--outputFile.json=test-results/unit.json'],
  () => {
    const { numPassedTests, numFailedTests } = readJson('test-results/unit.json')
    return { passed: numPassedTests, failed: numFailedTests }
  },
)

step('The built site in a browser')
await ensureBuild()
const browser = count('npx', ['playwright', 'test'], () => {
  const { expected, unexpected, flaky } = readJson('test-results/e2e.json').stats
  return { passed: expected, failed: unexpected + flaky }
})

const passed = unit.passed + browser.passed
const failed = unit.failed + browser.failed
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)

function step(title) {
  console.log(`\n— ${title}`)
}

/** Runs a suite to its end even when tests fail, so that the last line counts everything. A suite that broke counts one. */
function count(command, args, read) {
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  try {
    const counted = read()
    return status !== 0 && counted.failed === 0 ? { ...counted, failed: 1 } : counted
  } catch {
    return { passed: 0, failed: 1 }
  }
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function ensureChromium() {
  if (systemChromium.some((path) => path && existsSync(path))) return
  console.log('Installing a browser for the tests (once)…')
  if (existsSync('/usr/bin/apt-get') && process.getuid?.() === 0) {
    spawnSync('apt-get', ['update'], { stdio: 'ignore' })
    const { status } = spawnSync(
      'apt-get',
      ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-liberation'],
      {
        stdio: 'inherit',
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      },
    )
    if (status === 0) return
  }
  const { status } = spawnSync('npx', ['playwright', 'install', 'chromium'], { stdio: 'inherit' })
  if (status !== 0) fail('The tests need Chromium. Install it, or name it in CHROMIUM_PATH, then try again.')
}

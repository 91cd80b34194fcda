import { existsSync, mkdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from './scripts/chromium.mjs'
import { makeDataFolder, nothingConfigured } from './scripts/site-process.mjs'
import { email, password } from './tests/e2e/owner.ts'
import { isLongRun } from './tests/support/long-run.ts'

const killed =
  /(durability|nodes|workers|(campaign|letter|welcome)-crash|mail-thread|book-file|backup|move|release|proxies)\.spec\.ts$/
// What a reader opens. Left out: what asks without a browser (budgets), and what runs without scripts anyway.
const readers =
  /e2e\/(accessible|appearance|asleep|blog|composition|every-page|fonts|forms-[a-z-]+|home|navigation|prose|reader[a-z-]*|resilience|stories|toasts|tracker|videos)\.spec\.ts$/
const port = Number(process.env.E2E_PORT ?? 4173)
// Well beside the first: a second run may stand at the port after it.
const samplePort = port + 100
const ofSample = 'src/sample-pack/e2e'
const hasSample = existsSync(ofSample)
// Whoever kills sites starts them too: two more that nobody asks anything would only be in the way.
if (process.argv.includes('--project=kills')) process.env.TEST_KILLS_ONLY = 'yes'
const isKillsOnly = process.env.TEST_KILLS_ONLY === 'yes'

// Workers have it from here.
process.env.TEST_DRAWN ??= resolve('test-results/drawn')
mkdirSync(process.env.TEST_DRAWN, { recursive: true })

/** A site that belongs to the tests; whatever the owner's .env says, they meet one with nothing configured. */
function siteAt(port: number, env: Record<string, string>) {
  const dataDir = makeDataFolder()
  return {
    command: 'node dist/server/main.js',
    url: `http://localhost:${port}/readyz`,
    env: { PORT: String(port), HOST: '127.0.0.1', ...nothingConfigured, DATA_DIR: dataDir, RATE_LIMIT: 'off', ...env },
    reuseExistingServer: false,
    timeout: 600_000,
  }
}

const sample = {
  name: 'sample',
  testDir: ofSample,
  // It needs nothing of that. But a project that waits for nothing would have to be over before `browser` begins.
  dependencies: ['furnished'],
  // In one worker, from the start: three at the end would each begin anew for a few tests, and wait for the longest.
  workers: 1,
  use: { baseURL: `http://localhost:${samplePort}` },
}

/**
 * For the long run: a reader's pages once more, with every script five seconds late, and with none. The first is all of
 * them, since whatever holds on a good line holds on a bad one; the desk stays out, where nothing is promised before it is
 * awake. The second is each sentence that is promised to whoever has no scripts, tagged `@plain`; what a page says
 * differently to her has a test of its own beside it, 'without scripts', in every run.
 */
const onBadLines = [
  { name: 'late', testMatch: readers, dependencies: ['furnished'], use: { scriptsLate: 5_000 } },
  { name: 'plain', testMatch: readers, grep: /@plain/, dependencies: ['furnished'], use: { javaScriptEnabled: false } },
]

/**
 * The built site in a real browser, and as a process that is killed. Three workers keep two cores busy: each waits a third
 * of its time. Kills begin beside tests without a browser (`scripts/test.mjs`), two files at a time, for they wait more than
 * they work: for leases, pauses and processes. They are counted, not timed; the long run kills one at a time.
 * The browser meets the tests' own author; the sample has a site of its own, as long as it has its folder.
 */
export default defineConfig<{ scriptsLate: number }>({
  testDir: 'tests/e2e',
  // Emptied at each start, so not where the reports are, nor where those who kill leave theirs meanwhile.
  outputDir: `test-results/traces${isKillsOnly ? '-of-kills' : ''}`,
  workers: 3,
  fullyParallel: true,
  // Generous: on a busy machine a page may take its time, and nothing here measures speed. A cover that was drawn beside
  // twelve other processes took more than a minute.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  forbidOnly: true,
  // What others show already, another way: hours have room for it, a quarter of one has not. Whoever asks for one test by
  // its words (scripts/see-it-fail.mjs) means it wherever it stands.
  grepInvert: isLongRun || process.env.TEST_NAMED === 'on' ? [] : /@long/,
  projects: [
    { name: 'furnished', testMatch: 'furnished.setup.ts' },
    ...(hasSample ? [sample] : []),
    { name: 'browser', testIgnore: killed, dependencies: ['furnished'] },
    ...(isLongRun ? onBadLines : []),
    {
      name: 'kills',
      testMatch: killed,
      workers: isLongRun ? 1 : 2,
      fullyParallel: false,
      timeout: 0,
      expect: { timeout: 600_000 },
    },
  ],
  reporter: [['list'], ['json', { outputFile: process.env.E2E_REPORT ?? 'test-results/e2e.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    // The author's own name for her site, for every browser: one that knew it alone would need workers of its own.
    launchOptions: {
      ...chromiumLaunch,
      args: [...chromiumLaunch.args, '--host-resolver-rules=MAP calder.example 127.0.0.1'],
    },
    // What is not there after two minutes does not come: a button that has gone must not cost ten.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    // A curtain that breathes costs a core as long as it is open; tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
  },
  webServer: isKillsOnly
    ? []
    : [
        siteAt(port, { SAMPLE_CONTENT: 'off', OWNER_EMAIL: email, OWNER_PASSWORD: password }),
        ...(hasSample ? [siteAt(samplePort, {})] : []),
      ],
})

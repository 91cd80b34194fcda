import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromiumLaunch } from './scripts/chromium.mjs'
import { nothingConfigured } from './scripts/site-process.mjs'

const dataDir = mkdtempSync(join(tmpdir(), 'frontispiece-e2e-'))
const killed = /(durability|campaign-crash|book-file|backup)\.spec\.ts$/
const port = Number(process.env.E2E_PORT ?? 4173)

/**
 * The built site in a real browser, and as a process that is killed. Three workers keep two cores busy: each waits a third
 * of its time. Kills come one at a time, beside tests without a browser (`scripts/test.mjs`), and are counted, not timed.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  // Emptied at each start, so not where the reports are.
  outputDir: 'test-results/traces',
  workers: 3,
  fullyParallel: true,
  // Generous: on a busy machine a page may take its time, and nothing here measures speed.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  projects: [
    { name: 'browser', testIgnore: killed },
    { name: 'kills', testMatch: killed, workers: 1, fullyParallel: false, timeout: 0 },
  ],
  reporter: [['list'], ['json', { outputFile: process.env.E2E_REPORT ?? 'test-results/e2e.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: chromiumLaunch,
    // A curtain that breathes costs a core as long as it is open; tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
  },
  webServer: {
    command: 'node dist/server/main.js',
    url: `http://localhost:${port}/readyz`,
    // Whatever the owner's .env says, the tests meet a site with nothing configured.
    env: { PORT: String(port), HOST: '127.0.0.1', ...nothingConfigured, DATA_DIR: dataDir, RATE_LIMIT: 'off' },
    reuseExistingServer: false,
  },
})

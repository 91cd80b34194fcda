import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'

const chromium = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (path) => path && existsSync(path),
)
const port = Number(process.env.E2E_PORT ?? 4173)

/** The built site in a real browser. One worker a core: the machines that run this have two. */
export default defineConfig({
  testDir: 'tests/e2e',
  workers: 2,
  fullyParallel: true,
  timeout: 30_000,
  forbidOnly: true,
  reporter: [['list'], ['json', { outputFile: 'test-results/e2e.json' }]],
  use: {
    baseURL: `http://localhost:${port}`,
    launchOptions: {
      // Without a system browser Playwright uses the one it installed itself.
      ...(chromium ? { executablePath: chromium } : {}),
      // As root, in a container, Chromium refuses to start with its own sandbox.
      args: [...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
    },
  },
  webServer: {
    command: 'node dist/server/main.js',
    url: `http://localhost:${port}/readyz`,
    env: { PORT: String(port), HOST: '127.0.0.1' },
    reuseExistingServer: false,
  },
})

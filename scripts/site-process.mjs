// The built site as a process of its own, for tests, benchmarks and screenshots: whatever the owner's .env says, it
// meets nothing configured, has a data folder that is nobody's, and takes a port that is free.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * @param {Record<string, string>} env
 * @param {string} dist
 * @param {number} [user] whose rights it has, where they are not ours
 */
export function spawnSite(env = {}, dist = 'dist', user) {
  return spawn(process.execPath, [join(dist, 'server/main.js')], {
    env: { ...process.env, PORT: '0', HOST: '127.0.0.1', ...nothingConfigured, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
    ...(user === undefined ? {} : { uid: user, gid: user }),
  })
}

export const nothingConfigured = {
  SITE_URL: '',
  SMTP_URL: '',
  MAIL_FROM: '',
  POSTAL_ADDRESS: '',
  DOUBLE_OPT_IN: '',
  DATABASE_URL: '',
  OWNER_EMAIL: '',
  OWNER_PASSWORD: '',
  SECRET_KEY: '',
  SECRET_KEY_OLD: '',
  BACKUP_PASSPHRASE: '',
  METRICS_TOKEN: '',
  MAILERLITE_API_KEY: '',
  MAILERLITE_GROUP: '',
  S3_ENDPOINT: '',
  S3_REGION: '',
  S3_BUCKET: '',
  S3_ACCESS_KEY_ID: '',
  S3_SECRET_ACCESS_KEY: '',
}

/**
 * With TEST_DRAWN, which names a folder, sites share what they draw: three seconds of a core for each cover. A picture is
 * called by everything that decides how it looks, so one site's is any other's.
 */
export function makeDataFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'frontispiece-site-'))
  if (process.env.TEST_DRAWN) symlinkSync(process.env.TEST_DRAWN, join(folder, 'drawn'))
  return folder
}

/**
 * @param {Record<string, string>} env
 * @param {number} [user]
 */
export async function startSite(env = {}, user) {
  const dataDir = env.DATA_DIR ?? makeDataFolder()
  const child = spawnSite({ ...env, DATA_DIR: dataDir }, 'dist', user)
  const lines = createInterface({ input: child.stdout })
  /** @type {string[]} */
  const said = []
  lines.on('line', (line) => said.push(line))
  const [line] = await once(lines, 'line')
  const [, port] = String(line).match(/^Frontispiece is ready: http:\/\/localhost:(\d+)$/) ?? []
  if (!port) throw new Error(`the site did not start: ${line}`)
  return {
    child,
    dataDir,
    /** its words so far, line by line */
    said,
    port: Number(port),
    // A browser trusts localhost like https; other callers need a name that means one address only.
    address: `http://localhost:${port}`,
    /** leaves in order, and takes a data folder of our own making along */
    async stop() {
      if (child.exitCode === null && child.signalCode === null) {
        child.kill()
        await once(child, 'exit')
      }
      if (env.DATA_DIR === undefined) rmSync(dataDir, { recursive: true })
    },
  }
}

// `npm run test:postgres`: everything that opens a database, once more on PostgreSQL. Arguments go to Vitest.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { ensurePostgres, openPostgres } from './postgres.mjs'
import { ensureDependencies, fail, root } from './prepare.mjs'

/** Every test file that works on a database. */
export function databaseTests() {
  return ['src', 'tests']
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((file) => join(folder, file)))
    .filter((file) => /^(src\/.*|tests\/[^/]*)\.test\.tsx?$/.test(file))
    .filter((file) =>
      /#tests\/support\/(database|test-app)\.ts|\.\/support\/test-app\.ts/.test(readFileSync(file, 'utf8')),
    )
}

/** Each test has a schema of its own; a few workers at a time keep the number of connections small. */
export const vitestArguments = () => [
  'vitest',
  'run',
  '--maxWorkers=2',
  '--testTimeout=30000',
  '--hookTimeout=30000',
  ...databaseTests(),
]

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureDependencies()
  try {
    ensurePostgres()
    const { url, stop } = await openPostgres()
    const vitest = spawn('npx', [...vitestArguments(), ...process.argv.slice(2)], {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, TEST_DATABASE_URL: url },
    })
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => vitest.kill(signal))
    const [status] = await once(vitest, 'exit')
    stop()
    process.exit(status ?? 1)
  } catch (error) {
    fail(error.message)
  }
}

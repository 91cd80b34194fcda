// `npm run test:postgres`: everything that opens a database, once more on PostgreSQL, or only what is named.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { databaseTests, ensurePostgres, openPostgres } from './postgres.mjs'
import { ensureDependencies, root } from './prepare.mjs'

await ensureDependencies()
ensurePostgres()
const { url, stop } = await openPostgres()
const vitest = spawn(process.execPath, databaseTests(process.argv.slice(2)), {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, TEST_DATABASE_URL: url },
})
for (const signal of ['SIGINT', 'SIGTERM']) {
  // The database is cleared away on the way out.
  process.once(signal, () => {
    vitest.kill(signal)
    process.exit(130)
  })
}
const [status] = await once(vitest, 'exit')
stop()
process.exit(status ?? 1)

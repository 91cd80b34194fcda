import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { styleText } from 'node:util'
import { checkNames, type Finding, type HealthLine, type HealthState } from '#features/health/contract.ts'
import { look, wrong } from '#features/health/findings.server.ts'
import { overallWords, titles } from '#features/health/health-text.ts'
import { meetHere } from '#features/health/knock.server.ts'
import { lookAt } from '#features/health/service.server.ts'
import type { House, Sight } from '#features/health/sight.server.ts'
import { blankProfile } from '#features/profile/contract.ts'
import { readAuthor } from '#features/profile/service.server.ts'
import { openSettings } from '#features/settings/live.server.ts'
import { openShelf } from '#server/backup/shelf.ts'
import { insistOnDatabase } from '#server/data-folder.ts'
import { type Database, joinDatabase, pingDatabase } from '#server/db.ts'
import type { Env } from '#server/env.ts'
import { openFiles } from '#server/files.ts'
import { createLog } from '#server/log.ts'
import { type KeyFor, loadSecret } from '#server/secret.ts'
import { explainStartFailure } from '#server/start-failure.ts'
import { createStorageHealth } from '#server/storage-health.ts'
import { version } from './backup.server.ts'
import { countProxiesOnTheWay, countSamples } from './health.server.ts'
import { senderOf } from './site.server.ts'

type Voice = { say: (line: string) => void; now?: () => Date; hasColours?: boolean }

/**
 * The command `doctor`: what the page Health shows, from beside a site that runs or does not. It opens no port, takes no
 * lock, and can write nothing into the database. Answers whether nothing is wrong.
 */
export async function doctor(given: Env, { say, now = () => new Date(), hasColours = false }: Voice): Promise<boolean> {
  const keyFor = findKey(given)
  const health = createStorageHealth()
  const database = await open(given, health)
  try {
    const sight = await openEyes(given, { database, health, keyFor, now })
    const lines = checkNames.map((name) => lookAt(sight, name))
    for (const line of lines) say(lineInWords(await line, hasColours))
    const findings = (await Promise.all(lines)).flatMap(({ finding }) => finding ?? [])
    say(`\n${overallWords(findings)}`)
    return findings.every(({ state }) => state !== 'wrong')
  } finally {
    if ('db' in database) await database.close()
  }
}

const quiet = createLog(() => {})

/** None is made up here: that is a first start's. */
function findKey(env: Env): KeyFor | null {
  if (!env.secretKey && !existsSync(join(env.dataDir, 'secret'))) return null
  try {
    return loadSecret(env)
  } catch {
    return null
  }
}

type Closed = { closed: Finding }

async function open(env: Env, health: ReturnType<typeof createStorageHealth>): Promise<Database | Closed> {
  let joined: Database | null = null
  try {
    if (!env.databaseUrl && existsSync(env.dataDir)) insistOnDatabase(env.dataDir)
    joined = await joinDatabase(env, { health, isReader: true })
    if (!joined) return { closed: look('There is no database yet; the first start makes it.', notThere(env)) }
    await pingDatabase(joined.db)
    return joined
  } catch (error) {
    await joined?.close()
    const [words = '', ...more] = explainStartFailure(error, env.dataDir).split('\n')
    // What nobody foresaw comes with where it happened, which helps nobody here.
    return { closed: wrong(more.length === 0 ? words : 'The database does not open.', unopened) }
  }
}

function notThere({ databaseUrl }: Env): string {
  const what = databaseUrl ? 'DATABASE_URL names another database' : 'DATA_DIR names another folder'
  return `If there has been a site, ${what} than it did: nothing was deleted.`
}

const unopened = 'Nothing was changed by looking. Until it opens, nothing new can be kept.'

type Parts = {
  database: Database | Closed
  health: House['health']
  keyFor: KeyFor | null
  now: () => Date
}

async function openEyes(given: Env, { database, health, keyFor, now }: Parts): Promise<Sight> {
  const isOpen = 'db' in database
  // Tables of another version may lack what is asked for: then what the environment says has to do.
  const settings =
    isOpen && keyFor ? await openSettings(given, { db: database.db, keyFor, log: quiet, now }).catch(() => null) : null
  const env = settings?.env ?? given
  const author = (isOpen && (await readAuthor(database.db).catch(() => null))) || blankProfile
  const shelf = await openShelf(env, quiet)
  return {
    version,
    env,
    now,
    keyFor,
    files: await openFiles(join(env.dataDir, 'files'), env, quiet),
    house: isOpen
      ? {
          db: database.db,
          engine: database.engine,
          health,
          backups: { shelf, running: () => null },
          site: () => ({ author, sender: senderOf(env, author) }),
          countSamples,
          ...(database.engine === 'sqlite' ? { readThrough: database.check } : {}),
        }
      : database,
    isRunning: async () => keyFor !== null && (await meetHere(keyFor, env)).isThisSite,
    countProxies: () => countProxiesOnTheWay({ env, keyFor }),
  }
}

const marks: Record<HealthState, { mark: string; colour: 'green' | 'yellow' | 'red' }> = {
  well: { mark: '[well] ', colour: 'green' },
  look: { mark: '[look] ', colour: 'yellow' },
  wrong: { mark: '[WRONG]', colour: 'red' },
}

function lineInWords({ name, finding }: HealthLine, hasColours: boolean): string {
  if (!finding) return ''
  const { mark, colour } = marks[finding.state]
  const advice = finding.advice ? `\n${' '.repeat(mark.length + 1)}${finding.advice}` : ''
  return `${hasColours ? styleText(colour, mark) : mark} ${titles[name]}: ${finding.words}${advice}`
}

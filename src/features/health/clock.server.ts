import { stat } from 'node:fs/promises'
import { sql } from 'kysely'
import { databaseFile } from '#server/data-folder.ts'
import { StorageFault } from '#server/storage-health.ts'
import type { Finding } from './contract.ts'
import { counted, look, well, wrong } from './findings.server.ts'
import { knock } from './knock.server.ts'
import type { Sight } from './sight.server.ts'

/** Others say the time in whole seconds, and take a moment to. */
const unnoticed = 60_000
/** From here on codes of an authenticator, signed links and stores say no. */
const harmful = 5 * 60_000

/** How far another clock is ahead of ours. */
type Reading = { whose: string; ahead: number }

/** Against the clocks of those the site works with anyhow; no other is asked. */
export async function lookAtClock(sight: Sight): Promise<Finding> {
  const { env, now } = sight
  const asked = await Promise.all([
    readDatabaseClock(sight),
    env.s3 && readDate(env.s3.endpoint, 'the store for files', now),
    env.mailerLite && readDate(env.mailerLite.apiUrl, 'the mailing provider', now),
    env.checkHost && readDate(env.siteUrl, 'whoever answers at the site’s address', now),
    readFileTimes(sight),
  ])
  const readings = asked.filter((one): one is Reading => Boolean(one))
  const worst = readings.toSorted((a, b) => Math.abs(b.ahead) - Math.abs(a.ahead))[0]
  const here = `The clock says ${now().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  if (!worst) return well(`${here}. Nobody with a clock was there to compare it with.`)
  const off = Math.abs(worst.ahead)
  if (off < unnoticed) return well(`${here}, as does ${readings.map(({ whose }) => whose).join(', and ')}.`)
  const words = `${here}, ${spanInWords(off)} ${worst.ahead > 0 ? 'behind' : 'ahead of'} ${worst.whose}.`
  const advice =
    'Nothing is lost, but sign-in codes, links and dates depend on it. Have the machine set its clock by itself: timedatectl set-ntp true.'
  return off < harmful ? look(words, advice) : wrong(words, advice)
}

function spanInWords(span: number): string {
  const minutes = Math.round(span / 60_000)
  return minutes < 120 ? counted(minutes, 'minute') : counted(Math.round(minutes / 60), 'hour')
}

/** SQLite asks the machine itself. */
async function readDatabaseClock({ house, now }: Sight): Promise<Reading | null> {
  if (!('db' in house) || house.engine !== 'postgres') return null
  try {
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(house.db)
    return rows[0] ? { whose: 'the database server', ahead: rows[0].at.getTime() - now().getTime() } : null
  } catch (error) {
    if (error instanceof StorageFault) return null
    throw error
  }
}

async function readDate(address: string, whose: string, now: () => Date): Promise<Reading | null> {
  const answer = await knock(new URL(address).origin, { method: 'HEAD' })
  const at = typeof answer === 'string' ? Number.NaN : Date.parse(answer.date ?? '')
  return Number.isNaN(at) ? null : { whose, ahead: at - now().getTime() }
}

/** What was written last cannot have been written later than now. */
async function readFileTimes({ env: { dataDir }, now }: Sight): Promise<Reading | null> {
  const file = databaseFile(dataDir)
  const found = await Promise.all([file, `${file}-wal`].map((name) => stat(name).catch(() => null)))
  const latest = Math.max(...found.map((one) => one?.mtimeMs ?? 0))
  const ahead = latest - now().getTime()
  return ahead > unnoticed ? { whose: 'what was written last in the data folder', ahead } : null
}

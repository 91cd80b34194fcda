import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { sql } from 'kysely'
import { readBackups } from '#features/backups/service.server.ts'
import { deskPaths } from '#lib/desk-paths.ts'
import type { Db } from '#server/db.ts'
import type { Files } from '#server/files.ts'
import { commandLine } from '#server/installation.ts'
import { describeJobs } from '#server/jobs.ts'
import { pendingMigrations, unknownMigration } from '#server/migrations.ts'
import { countFolders, scattered } from '#server/neighbours.ts'
import type { Finding } from './contract.ts'
import { bytesInWords, counted, look, well, wrong } from './findings.server.ts'
import { inHouse, type Sight } from './sight.server.ts'

/** Read through at 7.5 s a gigabyte. */
const readThroughUpTo = 1_000_000_000

export async function lookAtDatabase({ env, house }: Sight): Promise<Finding> {
  if ('closed' in house) return house.closed
  const { db, engine, health, readThrough } = house
  const size = await sizeOf(db, engine)
  if (size <= readThroughUpTo) await readThrough?.()
  if (health.has('damaged')) {
    return wrong(
      'The database is damaged, and a part of it cannot be read.',
      `Nothing is deleted. Stop the site, and bring back the newest file in ${env.dataDir}/backups: ${commandLine} restore FILE --force. The damaged one is put aside.`,
      backupsRoom,
    )
  }
  const newer = await unknownMigration(db)
  if (newer) {
    return wrong(
      `The database was last used by a newer Frontispiece (${newer}).`,
      'Nothing is lost. Install that version again, or put back a backup from before it.',
    )
  }
  const pending = await pendingMigrations({ db })
  const open = `${await nameOf(db, engine)} answers, and holds ${bytesInWords(size)}`
  if (pending.length > 0) {
    return look(
      `${open}. ${counted(pending.length, 'change')} of its tables ${pending.length === 1 ? 'is' : 'are'} due.`,
      'Start the site anew: it keeps a copy first, then changes them by itself.',
    )
  }
  const how = readThrough
    ? size > readThroughUpTo
      ? '. It is too large to be read through here: the site does so once a day'
      : ', all of it sound'
    : ''
  return well(`${open}${how}.`)
}

async function sizeOf(db: Db, engine: 'sqlite' | 'postgres'): Promise<number> {
  const ask =
    engine === 'postgres'
      ? sql<{ size: number }>`select pg_database_size(current_database()) as size`
      : sql<{ size: number }>`select page_count * page_size as size from pragma_page_count, pragma_page_size`
  return (await ask.execute(db)).rows[0]?.size ?? 0
}

async function nameOf(db: Db, engine: 'sqlite' | 'postgres'): Promise<string> {
  if (engine === 'postgres') return `PostgreSQL ${await postgresVersion(db)}`
  const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db)
  return `SQLite ${rows[0]?.version}`
}

/** Without the name of whoever packed it. */
export async function postgresVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(db)
  return rows[0]?.version.split(' ', 1)[0] ?? ''
}

/** A small file goes in, is read, and is taken away again. */
export async function lookAtStore({ env, files }: Sight): Promise<Finding> {
  const folder = join(env.dataDir, 'files')
  if (!env.s3 && !existsSync(folder)) return well('No file is kept yet; they will lie in the data folder.')
  const place = env.s3 ? `The store ${new URL(env.s3.endpoint).host}` : `The folder ${folder}`
  const failed = await tryStore(files)
  if (!failed) return well(`${place} takes files, hands them out and lets them go.`)
  return wrong(
    `${place} ${failed}`,
    env.s3
      ? 'What lies there is untouched. Look whether the store is there, at the five S3 settings, and whether its key may list, read, write and delete in this bucket.'
      : 'What lies there is untouched. Give the folder to the user the site runs as, and make sure that there is room.',
  )
}

/** Null, or at which step it ended. */
async function tryStore(files: Files): Promise<string | null> {
  const key = `health-${randomBytes(6).toString('hex')}`
  const bytes = randomBytes(32)
  const isDone = (step: Promise<unknown>) =>
    step.then(
      () => true,
      () => false,
    )
  if (!(await isDone(files.put(key, bytes)))) return 'does not take a file.'
  const same = await readBack(files, key).then(
    (back) => back.equals(bytes),
    () => false,
  )
  const isGone = await isDone(files.remove(key))
  if (!same) return 'took a file, and does not hand it out as it was.'
  return isGone ? null : `took a file named ${key}, and does not let it go.`
}

async function readBack(files: Files, key: string): Promise<Buffer> {
  const kept = await files.read(key)
  return kept ? buffer(await kept.stream()) : Buffer.alloc(0)
}

const backupsRoom = { href: `${deskPaths.settings}#backups`, label: 'Settings' }

export const lookAtBackups = inHouse(async (sight) => {
  const { last, tried, trouble, isOverdue, place, isSealed } = await readBackups(sight)
  const safe = 'The site itself is not affected, and earlier backups stay.'
  if (tried?.fault) {
    return wrong(
      'A backup that was brought back to try it was not whole.',
      `${safe} Make a new one; Settings says what was wrong.`,
      backupsRoom,
    )
  }
  const made = last ? `The last was made on ${last.madeAt.slice(0, 10)}` : 'None has been made yet'
  if (isOverdue)
    return wrong(
      `${made}, though one is due every night.`,
      `${safe} Make one now, and see what Settings says.`,
      backupsRoom,
    )
  if (trouble)
    return look(
      `${made}, and one after that failed.`,
      `${safe} It is tried again every hour; Settings says why it failed.`,
      backupsRoom,
    )
  if (!last) return well('None has been made yet; the first is made tonight.')
  if (last.missing > 0) {
    return look(
      `${made}, and ${counted(last.missing, 'file was', 'files were')} not where they should be, and are not in it.`,
      `${safe} An earlier one may hold what is missing.`,
      backupsRoom,
    )
  }
  const proof = tried ? `one was brought back and compared on ${tried.at.slice(0, 10)}` : 'none has been tried yet'
  const where = place === 'store' ? 'in the store for files' : 'on the machine of the site'
  const seal = isSealed ? 'sealed' : 'not sealed, and so to be kept there alone'
  return well(`${made}; ${proof}. They lie ${where}, ${seal}.`)
})

/** Who else works on this database, and whether all see the same files. */
export const lookAtNodes = inHouse(async ({ db, engine, env, now }) => {
  if (engine === 'sqlite') return well('One machine, as it is with SQLite.')
  const { rows } = await sql<{ machines: number }>`
    select count(distinct coalesce(host(client_addr), '')) as machines from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend'`.execute(db)
  const machines = rows[0]?.machines ?? 1
  const workers = env.workers > 1 ? ` Here ${env.workers} workers answer at one port.` : ''
  if (!env.s3 && (await countFolders(db, now())) > 1) {
    return wrong(scattered, 'Nothing is lost: what is missing on one machine lies on another.')
  }
  const files = env.s3 ? ', and all share one store for files' : ''
  return well(`${counted(machines, 'machine works', 'machines work')} on this database${files}.${workers}`)
})

export const lookAtJobs = inHouse(async ({ db, now, isRunning }) => {
  const { failed, late, since } = await describeJobs(db, now())
  if (late > 0 && since) {
    const words = `${counted(late, 'thing has', 'things have')} been waiting to be done since ${since.slice(0, 10)} at ${since.slice(11, 16)} UTC.`
    return (await isRunning())
      ? wrong(
          words,
          'Nothing is lost: each is done once the work goes on. Start the site anew; if it comes back, the log says why.',
        )
      : look(words, 'Nothing is lost: each is done once the site runs.')
  }
  if (failed > 0) {
    return look(
      `${counted(failed, 'thing was', 'things were')} given up after a day of trying.`,
      'Nothing else is held up by it. The log says what it was and why; it is forgotten after a month.',
    )
  }
  return well('Nothing is stuck, and nothing was given up.')
})

/** A site that is somebody’s should not speak of somebody who does not exist. */
export const lookAtSamples = inHouse(async ({ db, env, countSamples }) => {
  const left = await countSamples(db)
  if (left === 0) return well('Nothing is left of the sample.')
  const words = `${counted(left, 'thing')} of the sample ${left === 1 ? 'is' : 'are'} still on the site.`
  if (!env.checkHost) return well(`${words} It is not public yet.`)
  return look(
    words,
    'Nothing of yours is touched when it goes, and it can be brought back for 30 days. Clear it away in Settings.',
    {
      href: `${deskPaths.settings}#samples`,
      label: 'Settings',
    },
  )
})

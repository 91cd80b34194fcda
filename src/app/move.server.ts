import { toUrl } from '#lib/url.ts'
import { BackupFault } from '#server/backup/envelope.ts'
import { moveSite } from '#server/backup/move.ts'
import { placeOf } from '#server/backup/places.ts'
import { insistOnWholeRestore } from '#server/backup/restore.ts'
import type { Env } from '#server/env.ts'
import { commandLine } from '#server/installation.ts'
import { keptSite, rowsIn } from './backup.server.ts'

/** The command `move --to DATABASE`: from SQLite to the PostgreSQL of that address, or back to `sqlite`. */
export async function move(env: Env, say: (line: string) => void, to: string): Promise<void> {
  const { databaseUrl, dataDir } = env
  insistOnWholeRestore(dataDir)
  const target = targetOf(databaseUrl, to)
  const { tables, aside } = await moveSite({
    dataDir,
    from: placeOf({ databaseUrl, dataDir }),
    to: placeOf({ databaseUrl: target, dataDir }),
    now: new Date(),
    keptSite: (database) => keptSite(env, database),
  })
  const engine = target ? 'PostgreSQL' : 'SQLite'
  say(`The site is on ${engine} now: ${rowsIn(tables).toLocaleString('en')} rows, each compared and the same.`)
  say(`Its files and its key stay where they are, in ${dataDir}${env.s3 ? ' and the bucket' : ''}.`)
  for (const place of aside) say(`The old database is in ${place}. Delete it once you no longer need it.`)
  say(
    target
      ? 'Now put the address you have just given into .env, as DATABASE_URL=postgres://…, and start the site.'
      : 'Now take DATABASE_URL out of .env, and start the site.',
  )
  say('Until then it does not start, so that nothing is written to the wrong place.')
}

const postgres = /^postgres(ql)?:\/\//

function targetOf(databaseUrl: string | null, to: string): string | null {
  const isBack = to === 'sqlite'
  if (!isBack && !(postgres.test(to) && toUrl(to))) {
    throw new BackupFault(
      'Say where to: --to postgres://user:password@host:5432/name, or --to sqlite for the way back.',
    )
  }
  if (isBack && !databaseUrl) throw new BackupFault('DATABASE_URL is not set, so the site is on SQLite already.')
  if (!isBack && databaseUrl) {
    throw new BackupFault(
      `DATABASE_URL is set, so the site is on PostgreSQL already. From one PostgreSQL to another a backup takes it along: ${commandLine} backup, then restore with the other DATABASE_URL.`,
    )
  }
  return isBack ? null : to
}

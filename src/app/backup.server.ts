import { readFileSync } from 'node:fs'
import { join, resolve, sep } from 'node:path'
import { doubtCampaigns } from '#features/campaigns/ledger.server.ts'
import { listBookKeys } from '#features/downloads/service.server.ts'
import { listPictureFiles } from '#features/images/service.server.ts'
import { takeKeysBack } from '#features/owner/service.server.ts'
import { BackupFault } from '#server/backup/envelope.ts'
import { verifyBackup } from '#server/backup/read.ts'
import type { Sums } from '#server/backup/records.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { backUp, backupsFolder, type KeptSite } from '#server/backup/write.ts'
import { type Database, type Db, joinDatabase } from '#server/db.ts'
import type { Env } from '#server/env.ts'
import { openFiles } from '#server/files.ts'
import { installation } from '#server/installation.ts'
import { doubtWaitingLetters } from '#server/letters.ts'
import { createLog } from '#server/log.ts'
import { loadRootKey } from '#server/secret.ts'

type Say = (line: string) => void

export const version: string = JSON.parse(readFileSync(join(installation, 'package.json'), 'utf8')).version

/** The commands `backup [FILE]`, `verify FILE` and `restore FILE [--force]`. The site may run for the first two. */
export async function backup(env: Env, say: Say, file?: string): Promise<void> {
  const database = joinDatabase(env)
  if (!database) throw new BackupFault(`There is no site in ${env.dataDir} yet. Start it once, or set DATA_DIR.`)
  try {
    const madeAt = new Date()
    const path = file ? resolve(file) : join(backupsFolder(env.dataDir), nameOf(madeAt))
    insistOnPassphrase(env, path)
    const site = await keptSite(env, database)
    const { bytes, sums } = await backUp(site, { path, passphrase: env.backupPassphrase, madeAt })
    say(`The backup is in ${path}: ${size(bytes)}, ${contents(sums)}.`)
    if (sums.missing.length > 0) say(`${sums.missing.length} files are not where they should be, and not in it.`)
    say(`To see that it can be brought back: npm run site -- verify ${path}`)
  } finally {
    await database.close()
  }
}

export async function verify(env: Env, say: Say, file: string): Promise<void> {
  const { start, sums } = await verifyBackup(resolve(file), env.backupPassphrase, env.dataDir)
  say(`This backup is whole. It was made on ${when(start.madeAt)} by version ${start.version}, and was brought back`)
  say(`into a place of its own: ${contents(sums)}, each compared and the same.`)
}

export async function restore(env: Env, say: Say, file: string, isForced: boolean): Promise<void> {
  const now = new Date()
  const settle = (db: Db) => settleAfterRestore(db, now)
  const wish = {
    env,
    path: resolve(file),
    passphrase: env.backupPassphrase,
    isForced,
    now,
    settle,
    log: createLog(say),
  }
  const { start, sums, aside, settingsFile } = await restoreBackup(wish)
  say(`The site is back as it was on ${when(start.madeAt)}: ${contents(sums)}, each compared and the same.`)
  if (!start.hasFiles) say('This copy holds no files; those in the folder stay as they are.')
  for (const place of aside) say(`What was there before is in ${place}. Delete it once you no longer need it.`)
  say(`The settings it ran with are in ${settingsFile}: take over into .env what is missing there.`)
  say('Letters that waited then are marked as uncertain, since they may have left meanwhile; campaigns are paused.')
}

const restoredWords = 'The site was brought back from a backup; this may have left after it was made.'

export async function settleAfterRestore(db: Db, now: Date): Promise<void> {
  await doubtCampaigns(db, restoredWords, now)
  await doubtWaitingLetters(db, restoredWords, now)
  await takeKeysBack(db)
}

export async function keptSite(env: Env, database: Database): Promise<KeptSite> {
  return {
    version,
    database,
    dataDir: env.dataDir,
    settings: env.settings,
    rootKey: loadRootKey(env),
    files: await openFiles(
      join(env.dataDir, 'files'),
      env,
      createLog(() => {}),
    ),
    listFiles: async (line) => [...(await listBookKeys(line)).map((key) => [key]), ...(await listPictureFiles(line))],
  }
}

/** A backup holds the key of everything it seals: where others may come by it, it has to be sealed itself. */
function insistOnPassphrase({ backupPassphrase, dataDir }: Env, path: string) {
  if (backupPassphrase || path.startsWith(dataDir + sep)) return
  throw new BackupFault(
    `A backup holds the key to your readers' data, so outside ${dataDir} it is written only with a passphrase. Set BACKUP_PASSPHRASE (at least 12 characters), keep it where you keep your passwords, and try again.`,
  )
}

export const ending = '.fpbackup'

function nameOf(madeAt: Date): string {
  return `${madeAt
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '-')}${ending}`
}

const when = (moment: string) => `${moment.slice(0, 10)} at ${moment.slice(11, 16)} UTC`
const size = (bytes: number) => `${(bytes / 1_000_000).toLocaleString('en', { maximumFractionDigits: 1 })} MB`

function contents({ tables, files }: Sums): string {
  const rows = Object.values(tables).reduce((sum, { count }) => sum + count, 0)
  return `${rows.toLocaleString('en')} rows and ${files.count.toLocaleString('en')} files`
}

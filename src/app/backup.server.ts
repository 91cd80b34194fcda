import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { backupSize } from '#features/backups/backups-text.ts'
import { outdated } from '#features/backups/retention.server.ts'
import type { Made } from '#features/backups/service.server.ts'
import { listBookKeys } from '#features/downloads/service.server.ts'
import { listPictureFiles } from '#features/images/service.server.ts'
import { holdLetters } from '#features/letters/held.server.ts'
import { takeKeysBack } from '#features/owner/service.server.ts'
import { BackupFault } from '#server/backup/envelope.ts'
import { verifyBackup } from '#server/backup/read.ts'
import type { Sums } from '#server/backup/records.ts'
import { insistOnWholeRestore, restoreBackup } from '#server/backup/restore.ts'
import { backupName, openShelf } from '#server/backup/shelf.ts'
import { backUp, backupsFolder, type KeptSite } from '#server/backup/write.ts'
import { CannotStart } from '#server/cannot-start.ts'
import { type Database, type Db, joinDatabase, noSiteIn } from '#server/db.ts'
import type { Env } from '#server/env.ts'
import { isInside, openFiles } from '#server/files.ts'
import { commandLine, installation } from '#server/installation.ts'
import { doubtWaitingLetters } from '#server/letters.ts'
import { createLog, type Log } from '#server/log.ts'
import { type NewerData, pendingMigrations } from '#server/migrations.ts'
import { findRootKeys } from '#server/secret.ts'
import type { Told } from './backup-hands.server.ts'

type Say = (line: string) => void

export const version: string = JSON.parse(readFileSync(join(installation, 'package.json'), 'utf8')).version

/** The commands `backup [FILE]`, `verify FILE` and `restore FILE [--force]`. The site may run for the first two. */
export async function backup(env: Env, say: Say, file?: string): Promise<void> {
  insistOnWholeRestore(env.dataDir)
  const database = await joinDatabase(env)
  if (!database) throw new BackupFault(noSiteIn(env))
  try {
    const madeAt = new Date()
    const path = file ? resolve(file) : join(backupsFolder(env.dataDir), backupName(madeAt))
    insistOnPassphrase(env, path)
    const site = await keptSite(env, database)
    const parent = serveParent()
    const { bytes, sums } = await backUp(site, {
      path,
      passphrase: env.backupPassphrase,
      madeAt,
      onProgress: parent.progress,
    })
    parent.leave({
      name: basename(path),
      bytes,
      rows: rowsIn(sums.tables),
      files: sums.files.count,
      missing: sums.missing.length,
    })
    say(`The backup is in ${path}: ${backupSize(bytes)}, ${contents(sums)}.`)
    if (sums.missing.length > 0) say(`${sums.missing.length} files are not where they should be, and not in it.`)
    say(`To see that it can be brought back: ${commandLine} verify ${path}`)
  } finally {
    await database.close()
  }
}

export async function verify(env: Env, say: Say, file: string): Promise<void> {
  const parent = serveParent()
  const { start, sums } = await verifyBackup({
    path: resolve(file),
    passphrase: env.backupPassphrase,
    dataDir: env.dataDir,
  })
  parent.leave()
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
  await doubtWaitingLetters(db, restoredWords, now)
  await holdLetters(db, restoredWords, now)
  await takeKeysBack(db)
}

export async function keptSite(env: Env, database: Database): Promise<KeptSite> {
  const [rootKey, ...oldKeys] = findRootKeys(env)
  return {
    version,
    database,
    dataDir: env.dataDir,
    settings: env.settings,
    rootKey,
    oldKeys,
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
  if (backupPassphrase || isInside(path, dataDir)) return
  throw new BackupFault(
    `A backup holds the key to your readers' data, so outside ${dataDir} it is written only with a passphrase. Set BACKUP_PASSPHRASE (at least 12 characters), keep it where you keep your passwords, and try again.`,
  )
}

/** Begun by the site itself: behind everybody else, ended with it, and it is told how far we are. */
function serveParent() {
  if (!process.send) return { progress: () => {}, leave: () => {} }
  const endToo = () => process.exit(1)
  process.once('disconnect', endToo)
  let last = -1
  return {
    progress(done: number, total: number) {
      const percent = Math.floor((done / total) * 100)
      if (percent > last) process.send?.({ share: percent / 100 } satisfies Told)
      last = Math.max(last, percent)
    },
    leave(made?: Made) {
      if (made) process.send?.({ made } satisfies Told)
      process.off('disconnect', endToo).disconnect()
    },
  }
}

/** Rows only, so that a site with gigabytes of files starts: a change of tables touches no file. */
export async function copyBeforeChange(env: Env, database: Database, say: Say): Promise<void> {
  const shelf = await openShelf({ ...env, s3: null }, createLog(say))
  const site = await keptSite(env, database)
  say('The tables change for this version. A copy is kept first…')
  for (let waited = 0; ; waited++) {
    const madeAt = new Date()
    const [change] = await pendingMigrations(database)
    // Another node has done it meanwhile.
    if (!change) return
    const path = join(backupsFolder(env.dataDir), backupName(madeAt, change))
    try {
      await backUp(site, { path, passphrase: env.backupPassphrase, madeAt, hasFiles: false })
      if ((await pendingMigrations(database)).length === 0) return rm(path)
      say(`To go back to the version before: ${commandLine} restore ${path} --force, with that version.`)
      return shelf.tidy(outdated)
    } catch (error) {
      if (!(error instanceof BackupFault)) throw error
      // Trying again makes no room, nor whatever else it wants.
      if (!error.isBusy) throw new CannotStart(`The copy that is kept first cannot be made. ${error.message}`)
      if (waited === longestWait) throw error
      await wait(1_000)
    }
  }
}

/** For a backup that is under way, in seconds. */
const longestWait = 600

/** What an older version says of newer tables, with the way back if there is one. */
export async function explainNewerData(env: Env, error: NewerData, log: Log): Promise<CannotStart> {
  const kept = await openShelf({ ...env, s3: null }, log).then((shelf) => shelf.list())
  const copy = kept.find(({ name }) => name.includes(`-before-${error.migration}.`))
  if (!copy) return error
  const command = `${commandLine} restore ${join(backupsFolder(env.dataDir), copy.name)} --force`
  return new CannotStart(
    `The database was last used by a newer Frontispiece (${error.migration}). Install that version again; or go back to the copy that was kept before it: ${command}. What was written since then is put aside, not deleted.`,
  )
}

const when = (moment: string) => `${moment.slice(0, 10)} at ${moment.slice(11, 16)} UTC`

export const rowsIn = (tables: Sums['tables']) => Object.values(tables).reduce((sum, { count }) => sum + count, 0)

function contents({ tables, files }: Sums): string {
  return `${rowsIn(tables).toLocaleString('en')} rows and ${files.count.toLocaleString('en')} files`
}

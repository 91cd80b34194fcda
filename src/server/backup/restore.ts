import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '#server/cannot-start.ts'
import { holdFolder } from '#server/data-folder.ts'
import type { Db } from '#server/db.ts'
import { type Env, secretNames } from '#server/env.ts'
import { createFolderFiles, type Files, openFiles, syncFolder, writeWhole } from '#server/files.ts'
import { commandLine } from '#server/installation.ts'
import type { Log } from '#server/log.ts'
import { migrate } from '#server/migrations.ts'
import { addFormerKeys, keepKeyAsFormer, writeRootKey } from '#server/secret.ts'
import { BackupFault, type Passphrase } from './envelope.ts'
import { asideFor, changeFile, type Place, placeOf, putFileAside } from './places.ts'
import { type OpenBackup, openBackup, unpackInto, untilOf, type Verified } from './read.ts'
import type { Sums } from './records.ts'

export type Restore = {
  env: Env
  path: string
  passphrase: Passphrase
  /** the site that is there is put aside */
  isForced: boolean
  now: Date
  log: Log
  /** what must not simply go on as it was at the backup's moment */
  settle: (db: Db) => Promise<void>
}

export type Restored = Verified & {
  /** where the site that was there is now */
  aside: string[]
  /** the settings the site had, as lines of an .env file */
  settingsFile: string
}

/**
 * Brings a site back, into an empty place. Everything is put together and compared beside the place it is meant for; only
 * then does it change places with what is there. Killed before that, nothing has happened; killed within, no site starts
 * until it was done again.
 */
export async function restoreBackup(wish: Restore): Promise<Restored> {
  const { env, path, passphrase } = wish
  const { dataDir } = env
  const opened = await openBackup({ path, passphrase, dataDir })
  insistOnSameKey(env, opened)
  const letGo = holdFolder(dataDir)
  try {
    const place = placeOf(env)
    const inTheWay = [...(await place.listThings()), ...belongings(env, opened)]
    if (inTheWay.length > 0 && !wish.isForced) {
      throw new BackupFault(
        `A site is there already: ${inTheWay.join(', ')}. With --force it is put aside, under another name, and nothing of it is deleted.`,
      )
    }
    const scratch = join(dataDir, 'restoring')
    await rm(scratch, { recursive: true, force: true })
    await place.insistOnRoom(opened.start.size)
    try {
      const files = env.s3
        ? await openFiles(join(dataDir, 'files'), env, wish.log)
        : createFolderFiles(join(scratch, 'files'))
      const sums = await putTogether(opened, { place, scratch, files, settle: wish.settle })
      const verified = { start: opened.start, sums }
      return { ...(await change(wish, verified, place, scratch)), ...verified }
    } finally {
      // Whatever went wrong, the next try begins with the backup.
      await rm(scratch, { recursive: true, force: true })
      await place.drop().catch(() => {})
    }
  } finally {
    letGo()
  }
}

export function isRestoreUnfinished(dataDir: string): boolean {
  return existsSync(unfinished(dataDir))
}

/** Said by whoever starts a site. */
export function insistOnWholeRestore(dataDir: string) {
  if (!isRestoreUnfinished(dataDir)) return
  throw new CannotStart(
    `A restore into ${dataDir} was cut short. Do it once more: ${commandLine} restore FILE --force. Nothing that was there before is lost; it lies beside it, under names that begin with before-restore.`,
  )
}

const unfinished = (dataDir: string) => join(dataDir, 'restore-unfinished')

function insistOnSameKey({ secretKey, oldKeys }: Env, { start }: OpenBackup) {
  if (!secretKey || [secretKey, ...oldKeys].includes(start.rootKey)) return
  throw new BackupFault(
    'SECRET_KEY is not the key of this backup, and links in old letters would be dead. Take SECRET_KEY out of the settings, then try again.',
  )
}

type Building = { place: Place; scratch: string; files: Files; settle: (db: Db) => Promise<void> }

/** Beside what is there: every row and file, each compared, with the tables of this version. */
export async function putTogether(opened: OpenBackup, { place, scratch, files, settle }: Building): Promise<Sums> {
  const database = await place.open(untilOf(opened), scratch)
  let sums: Sums
  try {
    sums = await unpackInto(opened, database, files)
    await migrate(database, place.beside)
    await settle(database.db)
  } finally {
    await database.close()
  }
  await place.insistOnWhole(scratch)
  return sums
}

async function change({ env, now }: Restore, { start }: Verified, place: Place, scratch: string) {
  const { dataDir } = env
  const aside = asideFor(dataDir, 'restore', now)
  await writeWhole(unfinished(dataDir), Buffer.from(now.toISOString()))
  try {
    await place.change(aside, scratch)
  } catch (error) {
    if (place.changesAtOnce) await rm(unfinished(dataDir))
    throw error
  }
  if (start.hasFiles && !env.s3) await changeFile('files', dataDir, aside, scratch)
  if (!env.secretKey) {
    // Before it goes: cut short in between, the second try finds no key there any more.
    keepKeyAsFormer(dataDir)
    await putFileAside('secret', dataDir, aside)
    writeRootKey(dataDir, start.rootKey)
  }
  addFormerKeys(dataDir, start.oldKeys ?? [])
  const settingsFile = join(dataDir, 'settings-of-the-backup.env')
  const lines = Object.entries(start.settings).map(([name, value]) => settingLine(name, value))
  await writeFile(settingsFile, lines.join(''), { mode: 0o600 })
  await syncFolder(dataDir)
  await rm(unfinished(dataDir))
  return { aside: [...new Set(aside.used)], settingsFile }
}

/**
 * Between quotes that it does not hold itself: what stands there is then taken as it is. The backtick is the last choice,
 * for systemd, which reads the same file, takes it for a letter like any other. A file that holds the same secret, named
 * further up, is named no more: a start refuses two.
 */
function settingLine(name: string, value: string): string {
  const quote = ["'", '"', '`'].find((mark) => !value.includes(mark) && (mark !== '"' || !value.includes('\\')))
  if (!quote) return `# ${name} holds every kind of quotes; set it by hand\n`
  const before = secretNames.includes(name) ? `${name}_FILE=\n` : ''
  return `${before}${name}=${quote}${value}${quote}\n`
}

/** The key and the files a folder holds; the backup's own key is in nobody's way. */
function belongings({ dataDir, secretKey, s3 }: Env, { start }: OpenBackup): string[] {
  const [secret, files] = [join(dataDir, 'secret'), join(dataDir, 'files')]
  const hasKey = !secretKey && existsSync(secret) && readFileSync(secret, 'utf8').trim() !== start.rootKey
  const hasFiles = start.hasFiles && !s3 && existsSync(files) && readdirSync(files).length > 0
  return [...(hasKey ? [secret] : []), ...(hasFiles ? [files] : [])]
}

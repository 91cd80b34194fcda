import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Env } from '#server/env.ts'
import { createFolderFiles, type Files, type KeptFile, openFiles, sweepParts, writeWhole } from '#server/files.ts'
import type { Log } from '#server/log.ts'
import { BackupFault } from './envelope.ts'
import { scratchName, sweepScratch } from './read.ts'
import { backupsFolder, insistOnRoom } from './write.ts'

export type KeptBackup = { name: string; madeAt: string; bytes: number }

/** Where backups lie: a folder beside the data, or the store for files, if what goes there is sealed. */
export type Shelf = {
  place: 'folder' | 'store'
  /** the newest first */
  list(): Promise<KeptBackup[]>
  /** puts one that was just made in the folder where it belongs; if it cannot, it is not kept */
  take(name: string): Promise<void>
  read(name: string): Promise<KeptFile | null>
  /** as a file on this machine, for as long as it is looked at */
  lend(name: string, look: (path: string) => Promise<void>): Promise<void>
  /** removes those that `outdated` names, of all that are kept here and elsewhere */
  tidy(outdated: (kept: KeptBackup[]) => string[]): Promise<void>
  /** clears away what processes that were killed have left in the folder */
  sweep(now: Date): Promise<void>
}

const ending = '.fpbackup'
const inName = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z(-before-[\w-]+)?\.fpbackup$/

/** A name that sorts by its moment. `before`: the change of the tables it was made ahead of. */
export function backupName(madeAt: Date, before?: string): string {
  const moment = madeAt.toISOString().replace(/\.\d+Z$/, 'Z')
  return `${moment.replaceAll(':', '-')}${before ? `-before-${before}` : ''}${ending}`
}

export async function openShelf(env: Env, log: Log): Promise<Shelf> {
  const folder = backupsFolder(env.dataDir)
  const isStore = env.s3 !== null && env.backupPassphrase !== null
  const here = createFolderFiles(folder)
  const files = isStore ? await openFiles(join(env.dataDir, 'files'), env, log) : here
  const prefix = isStore ? 'backup-' : ''
  return {
    place: isStore ? 'store' : 'folder',
    list: () => listIn(files, prefix),
    async take(name) {
      if (!files.send) return
      try {
        await files.send(prefix + name, join(folder, name))
      } finally {
        // One that stays here is seen by nobody, and the next would join it.
        await here.remove(name)
      }
    },
    read: (name) => files.read(prefix + name),
    async lend(name, look) {
      if (!isStore) return look(join(folder, name))
      const kept = await files.read(prefix + name)
      if (!kept) throw new BackupFault(`The backup ${name} is gone.`)
      await insistOnRoom(env.dataDir, kept.size)
      const scratch = await mkdtemp(join(env.dataDir, scratchName))
      try {
        await writeWhole(join(scratch, name), await kept.stream())
        await look(join(scratch, name))
      } finally {
        await rm(scratch, { recursive: true, force: true })
      }
    },
    async tidy(outdated) {
      for (const name of outdated(await listIn(here, ''))) await here.remove(name)
      if (!isStore) return
      for (const name of outdated(await listIn(files, prefix))) await files.remove(prefix + name)
    },
    async sweep(now) {
      await sweepParts(folder, now)
      await sweepScratch(env.dataDir, now)
    },
  }
}

/** Not one that was made before a change of the tables, which holds rows only. */
export const isWholeSite = ({ name }: { name: string }) => !name.includes('-before-')

async function listIn(files: Files, prefix: string): Promise<KeptBackup[]> {
  const found = await files.list(prefix)
  return found
    .flatMap(({ key, size }) => describe(key.slice(prefix.length), size))
    .sort((a, b) => (a.name < b.name ? 1 : -1))
}

function describe(name: string, bytes: number): KeptBackup[] {
  const [, day, hour, minute, second] = name.match(inName) ?? []
  return day ? [{ name, bytes, madeAt: `${day}T${hour}:${minute}:${second}.000Z` }] : []
}

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { holdFolder } from '#server/data-folder.ts'
import type { Database } from '#server/db.ts'
import { createFolderFiles, syncFolder } from '#server/files.ts'
import { knownMigrations } from '#server/migrations.ts'
import { BackupFault } from './envelope.ts'
import { asideFor, type Place } from './places.ts'
import { scratchName } from './read.ts'
import { readRecords, type Sums } from './records.ts'
import { putTogether } from './restore.ts'
import { type TableSums, tallyTables } from './rows.ts'
import { type KeptSite, recordsOf } from './write.ts'

export type Move = {
  dataDir: string
  from: Place
  to: Place
  now: Date
  /** what a backup of the site that is read there would hold */
  keptSite: (database: Database) => Promise<KeptSite>
}

export type Moved = { tables: TableSums; aside: string[] }

/**
 * Brings the rows of a site from one database to another; its key and its files stay where they are. The new place is put
 * together and compared beside the one it is meant for, becomes the site in one step, and only then is the old one put
 * aside. Killed before that step, nothing has happened; killed after it, the site is whole in both, and the next try finds
 * that out and puts the old one aside.
 */
export async function moveSite({ dataDir, from, to, now, keptSite }: Move): Promise<Moved> {
  const letGo = holdFolder(dataDir)
  const scratch = join(dataDir, `${scratchName}move`)
  try {
    await to.insistOnNobody()
    const isThere = (await to.listThings()).length > 0
    const source = await from.read()
    if (!source) throw new BackupFault(nothingToMove)
    const tables = await (isThere ? insistOnSame(source, to) : carry(source)).finally(source.close)
    const aside = asideFor(dataDir, 'move', now)
    await from.putAside(aside)
    await syncFolder(dataDir)
    return { tables, aside: [...new Set(aside.used)] }
  } finally {
    await rm(scratch, { recursive: true, force: true })
    letGo()
  }

  async function carry(source: Database): Promise<TableSums> {
    await rm(scratch, { recursive: true, force: true })
    const site = await keptSite(source)
    const seen: Sums = { tables: {}, files: { count: 0, bytes: 0 }, missing: [] }
    const records = recordsOf(site, { madeAt: now, hasFiles: false, onSize: to.insistOnRoom }, seen)
    const reader = readRecords(records)
    try {
      const start = await reader.next()
      if (start?.kind !== 'start' || String(start.migrations) !== String(knownMigrations)) {
        throw new BackupFault('The tables are those of another version. Start this one once, stop it, then try again.')
      }
      const files = createFolderFiles(join(scratch, 'files'))
      const { tables } = await putTogether({ start, reader }, { place: to, scratch, files, settle: async () => {} })
      // The moment that was read must be the last one.
      await source.close()
      await from.insistOnNobody()
      await to.change(asideFor(dataDir, 'move', now), scratch)
      return tables
    } finally {
      // Half-way the moment it reads is still held.
      await records.return(undefined)
      await to.drop().catch(() => {})
    }
  }
}

const nothingToMove =
  'There is no site to be moved: where the settings say it is, there is none. If it was moved already, they only have to say so.'

/** What is in the way may be this very site, brought there by a move that was cut short. */
async function insistOnSame(source: Database, to: Place): Promise<TableSums> {
  const target = await to.read()
  const [here, there] = [await tallyTables(source), target && (await tallyTables(target).finally(target.close))]
  if (target && JSON.stringify(here) === JSON.stringify(there)) return here
  throw new BackupFault(
    `A site is there already, and it is not this one: ${(await to.listThings()).join(', ')}. Nothing was changed. Name an empty place, or empty that one first.`,
  )
}

import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { z } from 'zod/mini'
import { readCatalogue } from '#features/books/catalogue.server.ts'
import { booksWornBy, readFiles } from '#features/downloads/files.server.ts'
import { noteAllLoose, removeLoose, settleAll } from '#features/downloads/keeping.server.ts'
import { holdLetters } from '#features/letters/held.server.ts'
import { findAddressKey, keepAddressKey } from '#features/people/address-key.server.ts'
import { hashAddresses } from '#features/people/service.server.ts'
import { readAuthor } from '#features/profile/service.server.ts'
import { adoptSettings } from '#features/settings/carried.server.ts'
import { readWords } from '#features/words/service.server.ts'
import { BackupFault } from '#server/backup/envelope.ts'
import { placeOf } from '#server/backup/places.ts'
import { scratchName } from '#server/backup/read.ts'
import { insistOnWholeRestore } from '#server/backup/restore.ts'
import { insertRows, listTables, openMoment, readRows, takeAllTheTime, type Value } from '#server/backup/rows.ts'
import { insistOnRoom } from '#server/backup/write.ts'
import { type Database, type Db, openDatabase } from '#server/db.ts'
import type { Deps } from '#server/deps.ts'
import type { Env } from '#server/env.ts'
import { openZip, type Zip } from '#server/export/zip.ts'
import { type Files, openFiles } from '#server/files.ts'
import { doubtWaitingLetters, stopWordless } from '#server/letters.ts'
import { createLog } from '#server/log.ts'
import { knownMigrations, migrate } from '#server/migrations.ts'
import { type KeyFor, loadSecret } from '#server/secret.ts'
import { claimFact, markContentChanged, writeFact } from '#server/site-facts.ts'
import { emailHash } from '#server/suppressions.ts'
import { copyBeforeChange } from './backup.server.ts'
import { markName, newestFormat, parts, product, wishes, writtenParts } from './export-parts.server.ts'
import { type Brought, type Carried, readExport } from './import-rows.server.ts'
import { letterKinds } from './letters.server.ts'
import { works } from './works.server.ts'

const markShape = z.object({
  product: z.literal(product),
  format: z.int(),
  version: z.string(),
  until: z.string(),
  rows: z.record(z.string(), z.int()),
  files: z.int(),
  keyMark: z.string(),
})
type Mark = z.infer<typeof markShape>

/** Whether a file is an export of ours, by its mark. */
export async function isOwnExport(file: string): Promise<boolean> {
  const zip = await openZip(resolve(file)).catch(() => null)
  zip?.close()
  return zip?.has(markName) ?? false
}

/** Brings an export of ours into a place where nothing of hers is yet: the same site, with the keys of this one. */
export async function importOwn(env: Env, say: (line: string) => void, file: string): Promise<void> {
  const { dataDir } = env
  insistOnWholeRestore(dataDir)
  const zip = await openZip(resolve(file))
  try {
    const mark = await readMark(zip)
    await placeOf(env).insistOnNobody()
    const beforeChange = (database: Database) => copyBeforeChange(env, database, say)
    const database = await openDatabase(env, { beforeChange })
    try {
      const log = createLog(() => {})
      const files = await openFiles(join(dataDir, 'files'), env, log)
      const parts = { db: database.db, env, keyFor: loadSecret(env), log }
      const keyFor = await findAddressKey(parts)
      const { unknown } = await bringIn({ ...database, files, keyFor, dataDir }, zip, mark)
      // From now on there are hashes that need it, whatever key the site is started with.
      await keepAddressKey(parts)
      const written = writtenParts.map(({ table, folder }) => `${mark.rows[table] ?? 0} ${folder}`).join(', ')
      say(`Everything of this export is here now: ${written}, ${mark.rows.people ?? 0} people, ${mark.files} files.`)
      if (unknown > 0) {
        say(
          `Of ${unknown} people who get no letter any more only a mark is left, which the key of the old site reads: should they come back on a list you bring along, they are not known here. Brought into a new place with SECRET_KEY set to that key, they are.`,
        )
      }
      say(
        'Letters that waited, and whose words an export does not hold, are not sent any more; campaigns are paused, and letters with a date wait for your word.',
      )
      say('Your password, the site address, the mail server and other keys are not in an export: set them anew.')
    } finally {
      await database.close()
    }
  } finally {
    zip.close()
  }
}

const longestMark = 64 * 1024

async function readMark(zip: Zip): Promise<Mark> {
  const read = z.safeParse(markShape, parseJson((await zip.readWhole(markName, longestMark)).toString()))
  if (!read.success) throw new BackupFault(`${markName} is not as Frontispiece writes it, so this is no export of it.`)
  const { format, until, version } = read.data
  if (format > newestFormat || !knownMigrations.includes(until)) {
    throw new BackupFault(`This export was made by a newer Frontispiece (${version}). Install that version first.`)
  }
  return read.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

type Target = Pick<Database, 'db' | 'engine'> & { files: Files; keyFor: KeyFor; dataDir: string }

/**
 * All rows go into a scratch database first, with the tables they were written from, and are looked at there. Then the
 * files go to their places, each noted before; last, in one transaction, the rows. Broken off before that, nothing has
 * happened, and housekeeping knows which files to remove.
 */
export async function bringIn(target: Target, zip: Zip, mark: Mark): Promise<{ unknown: number }> {
  const { db, files, keyFor, dataDir } = target
  const now = new Date()
  await insistOnNothingOfHers(db)
  // Rows stand in the scratch database, in its log and in the site's own for a while.
  await insistOnRoom(dataDir, zip.sizeOf(/^(pictures|files)\//) + 3 * zip.sizeOf(/\.(json|md)$/))
  const folder = await mkdtemp(join(dataDir, scratchName))
  try {
    const scratch = await openDatabase({ databaseUrl: null, dataDir: folder }, { until: mark.until })
    try {
      const given = { zip, rows: mark.rows, keyFor, now }
      const brought = await scratch.db.transaction().execute((tx) => readExport(tx, given))
      if (brought.files.length !== mark.files)
        throw new BackupFault('This export does not hold the files it says it holds.')
      await migrate(scratch)
      await insistOnSense(scratch.db, now)
      await settle(scratch.db, keyFor, now)
      const loose = await putFiles({ db, files }, zip, brought.files, now)
      try {
        await db.transaction().execute((tx) => putRows(tx, target, scratch, brought, loose, now))
      } catch (error) {
        for (const key of loose) await removeLoose({ db, files }, key).catch(() => {})
        throw error
      }
      const isKnown = mark.keyMark === emailHash(keyFor, '')
      return { unknown: isKnown ? 0 : brought.unknown }
    } finally {
      await scratch.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** What nobody but she can have put there, and how it is called. */
const hers = {
  ...Object.fromEntries(writtenParts.map(({ table, folder }) => [table, folder])),
  ...{ profile: 'My Site', page_words: 'words of pages', people: 'people', contact_messages: 'messages' },
  ...{ book_files: 'files', images: 'pictures', working_copies: 'unsaved words', mailings: 'campaigns' },
}

async function insistOnNothingOfHers(db: Db): Promise<void> {
  const found: string[] = []
  for (const [table, words] of Object.entries(hers)) {
    const hasSamples = [...writtenParts.map((part) => part.table), 'profile', 'page_words'].includes(table)
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.table(table)} ${hasSamples ? sql`where is_sample = 0` : sql``}`.execute(db)
    if (rows[0]?.count) found.push(words)
  }
  if (found.length === 0) return
  throw new BackupFault(
    `There is something of yours here already: ${found.join(', ')}. An export is brought into an empty site only, so that nothing is mixed or lost: set DATA_DIR to a new folder, or DATABASE_URL to an empty database, and try again.`,
  )
}

/** Whatever the site reads at its start, and each work as the desk lists it, must be readable. */
async function insistOnSense(db: Db, now: Date): Promise<void> {
  try {
    await readAuthor(db)
    await readWords(db)
    await readCatalogue(db, booksWornBy(await readFiles(db)))
    for (const work of works) await work.list({ db, now: () => now } as Deps)
  } catch {
    throw new BackupFault('What this export says of you, your books or your texts cannot be read. Nothing was changed.')
  }
}

const wait = 'The site was brought here from an export; this may have left after it was made.'

async function settle(db: Db, keyFor: KeyFor, now: Date): Promise<void> {
  await hashAddresses(db, keyFor)
  await doubtWaitingLetters(db, wait, now)
  await stopWordless(db, letterKinds, wordless, now)
  await holdLetters(db, wait, now)
}

const wordless =
  'An export does not hold the words of this letter, so it cannot be sent from here. It may have left from the site you had before.'

/** Answers which are new in the store: those that are there already may be another site's as well. */
async function putFiles({ db, files }: Pick<Target, 'db' | 'files'>, zip: Zip, carried: readonly Carried[], now: Date) {
  const missing: Carried[] = []
  for (const file of carried) if (!(await files.read(file.key))) missing.push(file)
  const loose = missing.map(({ key }) => key)
  await noteAllLoose(db, loose, now)
  try {
    for (const { path, key, sha256 } of missing) {
      const hash = createHash('sha256')
      async function* heard() {
        for await (const bytes of zip.read(path)) {
          hash.update(bytes)
          yield bytes
        }
      }
      await files.put(key, heard())
      if (sha256 && hash.digest('hex') !== sha256) throw new BackupFault(`${path} is not the file that was written.`)
    }
  } catch (error) {
    for (const key of loose) await removeLoose({ db, files }, key).catch(() => {})
    throw error
  }
  return loose
}

const remembered = ['settings', 'site_facts']

async function putRows(
  tx: Db,
  { engine }: Target,
  scratch: Database,
  { settings, facts }: Brought,
  loose: readonly string[],
  now: Date,
): Promise<void> {
  if (engine === 'postgres') await takeAllTheTime(tx)
  const carried = new Set(
    [...writtenParts, ...parts].map(({ table }) => table).concat('images', 'book_files', 'suppressions'),
  )
  // Samples, and what is left of them.
  for (const table of [...carried, 'removed_samples']) {
    if (!remembered.includes(table)) await sql`delete from ${sql.table(table)}`.execute(tx)
  }
  const line = await openMoment(scratch)
  try {
    for (const table of await listTables(line, 'sqlite')) {
      if (!carried.has(table.name) || remembered.includes(table.name)) continue
      let held: Value[][] = []
      for await (const row of readRows(line, 'sqlite', table)) {
        held.push(row)
        if (held.length < 500) continue
        await insertRows(tx, table, held)
        held = []
      }
      await insertRows(tx, table, held)
    }
  } finally {
    await line.rollback().execute()
  }
  await adoptSettings(tx, { now: () => now }, settings)
  for (const { name, value } of facts) if (wishes.includes(name)) await writeFact(tx, name, value)
  // What an empty house begins with does not come on top of it.
  for (const name of ['furnished', 'samples']) await claimFact(tx, name, now.toISOString())
  await settleAll(tx, loose)
  await markContentChanged(tx, now)
}

import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Bringing, bringSite } from '#features/imports/bringing.server.ts'
import { ghost } from '#features/imports/ghost.server.ts'
import type { OldSite, Program } from '#features/imports/old-site.server.ts'
import { openParcel, type Parcel, readStart } from '#features/imports/parcel.server.ts'
import { reportOf } from '#features/imports/report.server.ts'
import { substack } from '#features/imports/substack.server.ts'
import { wordPress } from '#features/imports/wordpress.server.ts'
import { insistOnWholeRestore } from '#server/backup/restore.ts'
import { CannotDo } from '#server/cannot-start.ts'
import { databaseFile } from '#server/data-folder.ts'
import { type Database, joinDatabase, openDatabase } from '#server/db.ts'
import type { Env } from '#server/env.ts'
import { openFiles } from '#server/files.ts'
import { createLog } from '#server/log.ts'
import { pendingMigrations } from '#server/migrations.ts'
import { readFact } from '#server/site-facts.ts'
import { importOwn, isOwnExport } from './import-own.server.ts'

type Say = (line: string) => void
type How = { isTrial: boolean }

/** A kind of file: whether this is one, by what is in it, and what is done with it. */
type Kind = {
  is: (file: string) => Promise<boolean>
  bring: (env: Env, say: Say, file: string, how: How) => Promise<void>
}

const kinds: readonly Kind[] = [{ is: isOwnExport, bring: bringOwn }, ...[ghost, wordPress, substack].map(kindOf)]

/** The command `import FILE [--check]`. */
export async function importFile(env: Env, say: Say, given: string, how: How): Promise<void> {
  const file = resolve(given)
  for (const { is, bring } of kinds) if (await is(file)) return bring(env, say, file, how)
  throw new CannotDo(
    `${file} is no export that can be read here. Ghost gives a JSON (Settings, Export), WordPress an XML (Tools, Export), Substack a ZIP (Settings, Exports); each may be packed with its pictures in one ZIP.`,
  )
}

async function bringOwn(env: Env, say: Say, file: string, { isTrial }: How) {
  if (!isTrial) return importOwn(env, say, file)
  say(
    'This is an export of Frontispiece. It comes back as a whole, into a site that is new and empty; nothing was changed.',
  )
}

function kindOf({ is, open }: Program): Kind {
  return {
    is: (file) => withParcel(file, is),
    bring: (env, say, file, how) =>
      withSite(env, how, (deps) =>
        withParcel(file, async (parcel) => bringFrom(deps, say, { parcel, site: await open(parcel) }, how)),
      ),
  }
}

type Brought = { parcel: Parcel; site: OldSite }

async function bringFrom(deps: Bringing, say: Say, { parcel, site }: Brought, { isTrial }: How) {
  const outcome = await bringSite(deps, site, parcel, isTrial)
  for (const line of reportOf(site, outcome, await listsIn(parcel), isTrial)) say(line)
}

/** Tables of people, by their headings. */
async function listsIn({ texts }: Parcel): Promise<string[]> {
  const lists: string[] = []
  for (const piece of texts) {
    if (!piece.path.endsWith('.csv')) continue
    const [heading = ''] = (await readStart(piece, 4_096)).split('\n', 1)
    if (/(^|[,;\t"])e-?mail\b/i.test(heading)) lists.push(piece.path)
  }
  return lists
}

async function withParcel<Result>(file: string, use: (parcel: Parcel) => Promise<Result>): Promise<Result> {
  const parcel = await openParcel(file)
  try {
    return await use(parcel)
  } finally {
    parcel.close()
  }
}

/**
 * SQLite is written by one process: while the site runs, its folder is held, and this is refused with a sentence. On
 * PostgreSQL the site may run; its nodes see the new posts as they see those of each other. A check only reads.
 */
async function withSite(env: Env, { isTrial }: How, use: (deps: Bringing) => Promise<void>): Promise<void> {
  insistOnWholeRestore(env.dataDir)
  if (!env.databaseUrl && !existsSync(databaseFile(env.dataDir))) throw noSite(env)
  const database = isTrial ? await joinDatabase(env) : await openDatabase(env, { beforeChange: refuseChange })
  if (!database) throw noSite(env)
  try {
    if (isTrial) await insistOnTables(database)
    if ((await readFact(database.db, 'furnished')) === null) throw noSite(env)
    const files = await openFiles(
      join(env.dataDir, 'files'),
      env,
      createLog(() => {}),
    )
    await use({ env, files, db: database.db, now: () => new Date() })
  } finally {
    await database.close()
  }
}

function noSite({ dataDir, databaseUrl }: Env): CannotDo {
  const place = databaseUrl ? 'the database of DATABASE_URL' : dataDir
  return new CannotDo(
    `There is no site in ${place} yet. Start it once, or set ${databaseUrl ? 'DATABASE_URL' : 'DATA_DIR'}.`,
  )
}

async function insistOnTables(database: Database) {
  if ((await pendingMigrations(database)).length > 0) await refuseChange()
}

async function refuseChange(): Promise<never> {
  throw new CannotDo('The tables are those of an older version. Start the site once with this one, then import.')
}

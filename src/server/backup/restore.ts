import { existsSync, readdirSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { CannotStart } from '#server/cannot-start.ts'
import { type Database, type Db, holdFolder, joinDatabase, migrate, openDatabase } from '#server/db.ts'
import type { Env } from '#server/env.ts'
import { createFolderFiles, openFiles, syncFolder, writeWhole } from '#server/files.ts'
import type { Log } from '#server/log.ts'
import { writeRootKey } from '#server/secret.ts'
import { BackupFault, type Passphrase } from './envelope.ts'
import { type OpenBackup, openBackup, unpackInto, untilOf, type Verified } from './read.ts'
import { listTables } from './rows.ts'

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

/** What a data folder holds of a site. Backups are nobody's site, and stay. */
const databaseFiles = ['frontispiece.db', 'frontispiece.db-wal', 'frontispiece.db-shm']
const schema = 'frontispiece_restoring'

/**
 * Brings a site back, into an empty place. Everything is put together and compared beside the place it is meant for; only
 * then does it change places with what is there. Killed before that, nothing has happened; killed within, no site starts
 * until it was done again.
 */
export async function restoreBackup(wish: Restore): Promise<Restored> {
  const { env, path, passphrase } = wish
  const { dataDir } = env
  const opened = await openBackup(path, passphrase)
  insistOnKey(env, opened)
  const letGo = holdFolder(dataDir)
  try {
    const place = env.databaseUrl ? postgresPlace(wish, env.databaseUrl) : sqlitePlace(wish)
    if (!wish.isForced && !(await place.isEmpty(opened.start.hasFiles))) {
      throw new BackupFault(
        `There is a site in ${place.name} already. With --force it is put aside, under another name, and nothing of it is deleted.`,
      )
    }
    const scratch = join(dataDir, 'restoring')
    await rm(scratch, { recursive: true, force: true })
    const verified = await prepare(wish, opened, place, scratch)
    return { ...(await change(wish, verified, place, scratch)), ...verified }
  } finally {
    letGo()
  }
}

/** Said by whoever starts a site. */
export function insistOnWholeRestore(dataDir: string) {
  if (!existsSync(unfinished(dataDir))) return
  throw new CannotStart(
    `A restore into ${dataDir} was cut short. Do it once more: npm run site -- restore FILE --force. Nothing that was there before is lost; it lies beside it, under names that begin with before-restore.`,
  )
}

const unfinished = (dataDir: string) => join(dataDir, 'restore-unfinished')

function insistOnKey({ secretKey }: Env, { start }: OpenBackup) {
  if (!secretKey || secretKey === start.rootKey) return
  throw new BackupFault(
    'SECRET_KEY is not the key of this backup, and links in old letters would be dead. Take SECRET_KEY out of the settings, then try again.',
  )
}

type Place = {
  /** for the person at the terminal */
  name: string
  isEmpty(hasFiles: boolean): Promise<boolean>
  open(until: { until: string }, scratch: string): Promise<Database>
  /** puts what is there aside, if anything is, and says where; then puts the new in its place */
  changeDatabase(aside: Aside, scratch: string): Promise<void>
}

/** Where things go that are in the way. */
type Aside = { folder: string; schema: string; used: string[] }

async function prepare({ env, log, settle }: Restore, opened: OpenBackup, place: Place, scratch: string) {
  const database = await place.open(untilOf(opened), scratch)
  try {
    const files = env.s3
      ? await openFiles(join(env.dataDir, 'files'), env, log)
      : createFolderFiles(join(scratch, 'files'))
    const sums = await unpackInto(opened, database, files)
    await migrate(database, env.databaseUrl ? { schema } : {})
    await settle(database.db)
    return { start: opened.start, sums }
  } finally {
    await database.close()
  }
}

async function change({ env, now }: Restore, { start }: Verified, place: Place, scratch: string) {
  const { dataDir } = env
  const stamp = now.toISOString().replace(/\.\d+|\D/g, '')
  const aside: Aside = {
    folder: join(dataDir, `before-restore-${stamp}`),
    schema: `before_restore_${stamp}`,
    used: [],
  }
  await writeWhole(unfinished(dataDir), Buffer.from(stamp))
  await place.changeDatabase(aside, scratch)
  if (start.hasFiles && !env.s3) await changeFile('files', dataDir, aside, scratch)
  if (!env.secretKey) {
    await putAside('secret', dataDir, aside)
    writeRootKey(dataDir, start.rootKey)
  }
  const settingsFile = join(dataDir, 'settings-of-the-backup.env')
  const lines = Object.entries(start.settings).map(([name, value]) => `${name}=${JSON.stringify(value)}\n`)
  await writeFile(settingsFile, lines.join(''), { mode: 0o600 })
  await syncFolder(dataDir)
  await rm(unfinished(dataDir))
  await rm(scratch, { recursive: true, force: true })
  return { aside: [...new Set(aside.used)], settingsFile }
}

async function changeFile(name: string, dataDir: string, aside: Aside, scratch: string) {
  await putAside(name, dataDir, aside)
  if (existsSync(join(scratch, name))) await rename(join(scratch, name), join(dataDir, name))
}

async function putAside(name: string, dataDir: string, aside: Aside) {
  if (!existsSync(join(dataDir, name))) return
  await mkdir(aside.folder, { recursive: true, mode: 0o700 })
  await rename(join(dataDir, name), join(aside.folder, name))
  aside.used.push(aside.folder)
}

/** Whether the folder holds a key or files that a restore would have to put aside. */
function hasBelongings({ dataDir, secretKey, s3 }: Env, hasFiles: boolean): boolean {
  const files = join(dataDir, 'files')
  if (!secretKey && existsSync(join(dataDir, 'secret'))) return true
  return hasFiles && !s3 && existsSync(files) && readdirSync(files).length > 0
}

function sqlitePlace({ env }: Restore): Place {
  const { dataDir } = env
  return {
    name: dataDir,
    isEmpty: async (hasFiles) =>
      !databaseFiles.some((name) => existsSync(join(dataDir, name))) && !hasBelongings(env, hasFiles),
    open: (until, scratch) => openDatabase({ databaseUrl: null, dataDir: scratch }, until),
    async changeDatabase(aside, scratch) {
      for (const name of databaseFiles) await putAside(name, dataDir, aside)
      // Its log was moved over when it was closed.
      await changeFile('frontispiece.db', dataDir, aside, scratch)
    },
  }
}

function postgresPlace({ env }: Restore, databaseUrl: string): Place {
  const ask = async <Result>(question: (db: Db) => Promise<Result>): Promise<Result> => {
    const database = joinDatabase({ databaseUrl, dataDir: env.dataDir })
    if (!database) throw new BackupFault('The database does not answer.')
    try {
      return await database.db.connection().execute(question)
    } finally {
      await database.close()
    }
  }
  const hasTables = async (db: Db) => (await listTables(db, 'postgres')).length > 0
  return {
    name: 'the database of DATABASE_URL',
    isEmpty: async (hasFiles) => !(await ask(hasTables)) && !hasBelongings(env, hasFiles),
    async open(until) {
      await ask(async (db) => {
        await insistOnNobody(db)
        // Left behind by a restore that was killed.
        await sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db)
      })
      return openDatabase({ databaseUrl, dataDir: env.dataDir }, { ...until, schema })
    },
    async changeDatabase(aside) {
      const isUsed = await ask(async (db) => {
        await insistOnNobody(db)
        return db.transaction().execute(async (tx) => {
          const isUsed = await hasTables(tx)
          const { rows } = await sql<{ usual: string | null }>`select current_schema() as usual`.execute(tx)
          const usual = rows[0]?.usual ?? 'public'
          if (rows[0]?.usual) await sql`alter schema ${sql.id(usual)} rename to ${sql.id(aside.schema)}`.execute(tx)
          await sql`alter schema ${sql.id(schema)} rename to ${sql.id(usual)}`.execute(tx)
          return isUsed
        })
      })
      if (isUsed) aside.used.push(`the schema ${aside.schema} of the database`)
      // An empty one is in nobody's way; one with something in it that is not ours refuses to go.
      else await ask((db) => sql`drop schema if exists ${sql.id(aside.schema)}`.execute(db)).catch(() => {})
    },
  }
}

/** A node asks its database something every few seconds, and so is always connected. */
async function insistOnNobody(db: Db) {
  const { rows } = await sql<{ others: number }>`
    select count(*) as others from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(db)
  if (!rows[0]?.others) return
  throw new BackupFault(
    'Somebody is connected to the database: a site that runs, perhaps on another machine, or a tool. Stop it first.',
  )
}

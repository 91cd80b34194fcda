import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { CannotStart } from '#server/cannot-start.ts'
import { databaseFiles, holdFolder } from '#server/data-folder.ts'
import { type Database, type Db, joinDatabase, openDatabase } from '#server/db.ts'
import type { Env } from '#server/env.ts'
import { createFolderFiles, openFiles, syncFolder, writeWhole } from '#server/files.ts'
import type { Log } from '#server/log.ts'
import { migrate } from '#server/migrations.ts'
import { addFormerKeys, writeRootKey } from '#server/secret.ts'
import { BackupFault, type Passphrase } from './envelope.ts'
import { type OpenBackup, openBackup, roomFor, unpackInto, untilOf, type Verified } from './read.ts'
import { ownTables } from './rows.ts'
import { insistOnRoom } from './write.ts'

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

const schema = 'frontispiece_restoring'

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
    const place = env.databaseUrl ? postgresPlace(wish, env.databaseUrl) : sqlitePlace(wish)
    const inTheWay = [...(await place.listThings()), ...belongings(env, opened)]
    if (inTheWay.length > 0 && !wish.isForced) {
      throw new BackupFault(
        `A site is there already: ${inTheWay.join(', ')}. With --force it is put aside, under another name, and nothing of it is deleted.`,
      )
    }
    const scratch = join(dataDir, 'restoring')
    await rm(scratch, { recursive: true, force: true })
    await insistOnRoom(dataDir, env.databaseUrl ? opened.start.size.files : roomFor(opened))
    try {
      const verified = await prepare(wish, opened, place, scratch)
      await place.insistOnWhole(scratch)
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

/** Said by whoever starts a site. */
export function insistOnWholeRestore(dataDir: string) {
  if (!existsSync(unfinished(dataDir))) return
  throw new CannotStart(
    `A restore into ${dataDir} was cut short. Do it once more: npm run site -- restore FILE --force. Nothing that was there before is lost; it lies beside it, under names that begin with before-restore.`,
  )
}

const unfinished = (dataDir: string) => join(dataDir, 'restore-unfinished')

function insistOnSameKey({ secretKey, oldKeys }: Env, { start }: OpenBackup) {
  if (!secretKey || [secretKey, ...oldKeys].includes(start.rootKey)) return
  throw new BackupFault(
    'SECRET_KEY is not the key of this backup, and links in old letters would be dead. Take SECRET_KEY out of the settings, then try again.',
  )
}

type Place = {
  /** what of a site is there already, in words */
  listThings(): Promise<string[]>
  open(until: { until: string }, scratch: string): Promise<Database>
  /** once everything is in it: whether it can take its place */
  insistOnWhole(scratch: string): Promise<void>
  /** puts what is there aside, if anything is, and says where; then puts the new in its place */
  change(aside: Aside, scratch: string): Promise<void>
  /** takes back what `open` has made */
  drop(): Promise<void>
  /** a change that failed has not begun */
  changesAtOnce: boolean
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
  const stamp = now.toISOString().replace(/\D/g, '')
  const aside: Aside = {
    folder: join(dataDir, `before-restore-${stamp}`),
    schema: `before_restore_${stamp}`,
    used: [],
  }
  await writeWhole(unfinished(dataDir), Buffer.from(stamp))
  try {
    await place.change(aside, scratch)
  } catch (error) {
    if (place.changesAtOnce) await rm(unfinished(dataDir))
    throw error
  }
  if (start.hasFiles && !env.s3) await changeFile('files', dataDir, aside, scratch)
  if (!env.secretKey) {
    await putAside('secret', dataDir, aside)
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

/** Between quotes that it does not hold itself: what stands there is then taken as it is. */
function settingLine(name: string, value: string): string {
  const quote = ["'", '`', '"'].find((mark) => !value.includes(mark) && (mark !== '"' || !value.includes('\\')))
  return quote ? `${name}=${quote}${value}${quote}\n` : `# ${name} holds every kind of quotes; set it by hand\n`
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

/** The key and the files a folder holds; the backup's own key is in nobody's way. */
function belongings({ dataDir, secretKey, s3 }: Env, { start }: OpenBackup): string[] {
  const [secret, files] = [join(dataDir, 'secret'), join(dataDir, 'files')]
  const hasKey = !secretKey && existsSync(secret) && readFileSync(secret, 'utf8').trim() !== start.rootKey
  const hasFiles = start.hasFiles && !s3 && existsSync(files) && readdirSync(files).length > 0
  return [...(hasKey ? [secret] : []), ...(hasFiles ? [files] : [])]
}

function sqlitePlace({ env }: Restore): Place {
  const { dataDir } = env
  return {
    listThings: async () => databaseFiles.map((name) => join(dataDir, name)).filter((file) => existsSync(file)),
    open: (until, scratch) => openDatabase({ databaseUrl: null, dataDir: scratch }, until),
    async insistOnWhole(scratch) {
      const log = statSync(join(scratch, 'frontispiece.db-wal'), { throwIfNoEntry: false })
      if (log?.size) throw new BackupFault('The database could not be finished. Is the disk full?')
    },
    async change(aside, scratch) {
      for (const name of databaseFiles) await putAside(name, dataDir, aside)
      await changeFile('frontispiece.db', dataDir, aside, scratch)
    },
    drop: async () => {},
    changesAtOnce: false,
  }
}

function postgresPlace({ env }: Restore, databaseUrl: string): Place {
  const ask = async <Result>(question: (db: Db) => Promise<Result>): Promise<Result> => {
    const database = await joinDatabase({ databaseUrl, dataDir: env.dataDir })
    if (!database) throw new BackupFault('The database does not answer.')
    try {
      return await database.db.connection().execute(question)
    } finally {
      await database.close()
    }
  }
  const drop = () => ask((db) => sql`drop schema if exists ${sql.id(schema)} cascade`.execute(db))
  return {
    listThings: async () =>
      (await ask((db) => listOwn(db, sql`current_schema()`))).length > 0 ? ['tables in DATABASE_URL'] : [],
    async open(until) {
      await ask(insistOnNobody)
      // Left behind by a restore that was killed.
      await drop()
      return openDatabase({ databaseUrl, dataDir: env.dataDir }, { ...until, schema })
    },
    insistOnWhole: async () => {},
    async change(aside) {
      const isUsed = await ask(async (db) => {
        await insistOnNobody(db)
        return db.transaction().execute((tx) => changeTables(tx, aside))
      })
      if (isUsed) aside.used.push(`the schema ${aside.schema} of the database`)
    },
    drop: async () => void (await drop()),
    changesAtOnce: true,
  }
}

/** Table by table: what others keep in the same schema, an extension for instance, stays where it is. */
async function changeTables(tx: Db, aside: Aside): Promise<boolean> {
  const { rows } = await sql<{ usual: string | null }>`select current_schema() as usual`.execute(tx)
  const usual = rows[0]?.usual
  if (!usual) throw new BackupFault('The database has no schema for tables. Create the schema public, then try again.')
  const move = (table: string, from: string, to: string) =>
    sql`alter table ${sql.id(from, table)} set schema ${sql.id(to)}`.execute(tx)
  const old = await listOwn(tx, sql.lit(usual))
  if (old.length > 0) await sql`create schema ${sql.id(aside.schema)}`.execute(tx)
  for (const table of old) await move(table, usual, aside.schema)
  for (const table of await listOwn(tx, sql.lit(schema))) await move(table, schema, usual)
  await sql`drop schema ${sql.id(schema)}`.execute(tx)
  return old.length > 0
}

async function listOwn(db: Db, where: RawBuilder<unknown>): Promise<string[]> {
  const own = new Set(await ownTables())
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = ${where}`.execute(db)
  return rows.map(({ name }) => name).filter((name) => own.has(name))
}

/** A node asks its database something every few seconds, and so is always connected. */
async function insistOnNobody(db: Db) {
  // Our own connections take a moment to go.
  for (let look = 0; look < 20; look++) {
    const { rows } = await sql<{ others: number }>`
      select count(*) as others from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`.execute(db)
    if (!rows[0]?.others) return
    await wait(100)
  }
  throw new BackupFault(
    'Somebody is connected to the database: a site that runs, perhaps on another machine, or a tool. Stop it first.',
  )
}

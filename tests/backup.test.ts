import {
  chmodSync,
  copyFileSync,
  createReadStream,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { parseEnv } from 'node:util'
import sharp from 'sharp'
import { describe, expect, onTestFinished, test } from 'vitest'
import { backup, keptSite, settleAfterRestore } from '#app/backup.server.ts'
import { BackupFault, seal, unseal } from '#server/backup/envelope.ts'
import { verifyBackup } from '#server/backup/read.ts'
import { gather } from '#server/backup/records.ts'
import { insistOnWholeRestore, restoreBackup } from '#server/backup/restore.ts'
import { listTables, openMoment, tallyTable } from '#server/backup/rows.ts'
import { backUp } from '#server/backup/write.ts'
import { holdFolder } from '#server/data-folder.ts'
import { type Database, openDatabase } from '#server/db.ts'
import { readEnv } from '#server/env.ts'
import { createFolderFiles } from '#server/files.ts'
import { newLetter } from '#server/letters.ts'
import { createLog } from '#server/log.ts'
import { findRootKeys, loadSecret } from '#server/secret.ts'
import { openDesk } from './support/content.ts'
import { createPostgresDatabase, postgresUrl } from './support/database.ts'
import { makeEpub } from './support/epub.ts'
import { ownFolder } from './support/folder.ts'
import { plenty } from './support/long-run.ts'
import { ask } from './support/postgres-template.ts'
import { startS3 } from './support/s3.ts'
import { filename, type Owner, upload } from './support/shop.ts'
import { createTestApp } from './support/test-app.ts'

type TestApp = Awaited<ReturnType<typeof createTestApp>>

/** A site with something of everything: words, a book, a reader, a message, letters that wait; and a picture, which is dear. */
async function openFurnished({ hasPicture = false } = {}) {
  const app = await createTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1', DOUBLE_OPT_IN: 'off' } })
  const desk = await openDesk(app)
  await desk.addPost({ title: 'ཨ 🕯 "\'\\ é é', content: 'One.\n\nTwo.' })
  await upload(desk.owner, makeEpub(90_000))
  if (hasPicture) await addPicture(desk.owner)
  await app.post('/api/newsletter/signup', { email: 'reader@home.example' })
  await app.post('/api/contact', {
    name: 'Ada',
    email: 'ada@home.example',
    message: 'Which door would you leave shut?',
  })
  return app
}

async function addPicture(owner: Owner) {
  const picture = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#808080' } })
    .png()
    .toBuffer()
  await owner.request('/api/owner/images', { method: 'POST', body: new Uint8Array(picture) })
}

async function siteOf({ deps, env }: TestApp, dataDir = ownFolder()) {
  const database: Database = { ...deps, close: async () => {}, check: async () => {} }
  return { ...(await keptSite(env, database)), dataDir, files: deps.files }
}

const now = new Date('2026-02-01T03:00:00Z')
const backupOf = async (app: TestApp, more: { passphrase?: string; hasFiles?: boolean } = {}) => {
  const path = join(ownFolder(), 'site.fpbackup')
  const written = await backUp(await siteOf(app), { path, passphrase: null, madeAt: now, ...more })
  return { ...written, restoreInto: (env: Record<string, string>, wish = {}) => bringBack(path, env, wish) }
}

async function bringBack(path: string, given: Record<string, string>, { isForced = false, passphrase = null } = {}) {
  const env = readEnv(given)
  const log = createLog(() => {})
  // What is left as it was can be compared with what it was.
  const restored = await restoreBackup({ env, path, passphrase, isForced, now, log, settle: async () => {} })
  return { ...restored, env }
}

/** Each table as its count and the sum of its rows; each file as its bytes. */
async function tallies(database: Database) {
  const line = await openMoment(database)
  const sums: Record<string, unknown> = {}
  for (const table of await listTables(line, database.engine)) {
    sums[table.name] = await tallyTable(line, database.engine, table)
  }
  await line.rollback().execute()
  return sums
}

async function talliesIn(env: { databaseUrl: string | null; dataDir: string }) {
  const database = await openDatabase(env)
  const sums = await tallies(database)
  await database.close()
  return sums
}

async function filesIn(folder: string) {
  return Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('hex')]))
}

describe('a site that was backed up', () => {
  test('is the same after a restore, in every row and every file', async () => {
    const app = await openFurnished({ hasPicture: true })
    const { sums, restoreInto } = await backupOf(app)
    const before = await tallies({ ...app.deps, close: async () => {}, check: async () => {} })
    expect(Object.values(sums.tables).filter(({ count }) => count > 0).length).toBeGreaterThan(8)
    expect(sums.missing).toEqual([])
    const dataDir = ownFolder()
    const { start } = await restoreInto({ DATA_DIR: dataDir })
    expect(await talliesIn({ databaseUrl: null, dataDir })).toEqual(before)
    expect(await filesIn(join(dataDir, 'files'))).toEqual(await filesIn(app.filesFolder))
    expect(start).toMatchObject({ engine: app.deps.engine, madeAt: now.toISOString(), hasFiles: true })
    expect(readFileSync(join(dataDir, 'secret'), 'utf8').trim()).toBe(app.env.secretKey)
    expect(readFileSync(join(dataDir, 'settings-of-the-backup.env'), 'utf8')).toContain("SMTP_URL='smtp://127.0.0.1:1'")
  })

  test.runIf(postgresUrl)('goes from PostgreSQL to SQLite and back, and is the same', async () => {
    const app = await openFurnished({ hasPicture: true })
    const before = await tallies({ ...app.deps, close: async () => {}, check: async () => {} })
    const dataDir = ownFolder()
    await (await backupOf(app)).restoreInto({ DATA_DIR: dataDir })
    const sqlite = await openDatabase({ databaseUrl: null, dataDir })
    const path = join(ownFolder(), 'site.fpbackup')
    const files = createFolderFiles(join(dataDir, 'files'))
    await backUp({ ...(await siteOf(app)), database: sqlite, files, dataDir }, { path, passphrase: null, madeAt: now })
    await sqlite.close()
    const databaseUrl = await createPostgresDatabase(postgresUrl ?? '')
    const { env } = await bringBack(path, { DATA_DIR: ownFolder(), DATABASE_URL: databaseUrl })
    expect(await talliesIn(env)).toEqual(before)
    expect(await filesIn(join(env.dataDir, 'files'))).toEqual(await filesIn(app.filesFolder))
  })

  test('does not pass for whole when a row came back as another one', async () => {
    const { path } = await backupOf(await openFurnished())
    const plain = await gather(unseal(createReadStream(path), null))
    const before = '"contact_messages":{"count":1,"hash":"'
    const sum = plain.indexOf(before) + before.length
    plain.write(plain.toString('latin1', sum, sum + 1) === '0' ? '1' : '0', sum)
    writeFileSync(path, await gather(seal(Readable.from([plain]), null)))
    await expect(verifyBackup({ path, passphrase: null, dataDir: ownFolder() })).rejects.toThrow(
      'The rows of contact_messages did not come back as they were.',
    )
  })

  test('is tried in a place of its own, and nothing of that stays', async () => {
    const { path, sums } = await backupOf(await openFurnished())
    const dataDir = ownFolder()
    expect((await verifyBackup({ path, passphrase: null, dataDir })).sums).toMatchObject(sums)
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('sends nothing a second time: what waited is uncertain, what was sent goes on when she says so, and nobody is signed in', async () => {
    const app = await openFurnished()
    await app.db
      .insertInto('mailings')
      .values({ ...aMailing, state: 'sending' })
      .execute()
    const ofMailing = { kind: 'campaigns.book', mailing_id: 'm1', stream: 'm1', node: 'n' }
    const rows = (['queued', 'leased', 'sending', 'sent'] as const).map((state) =>
      newLetter({ id: state, to_email: state, state, ...ofMailing }, now),
    )
    await app.db.insertInto('letters').values(rows).execute()
    await settleAfterRestore(app.db, now)
    expect(await app.db.selectFrom('mailings').select('state').execute()).toEqual([{ state: 'paused' }])
    const letters = await app.letters()
    const [ofIt, others] = [letters.filter((row) => row.mailing_id), letters.filter((row) => !row.mailing_id)]
    expect(ofIt.map(({ id, state }) => [id, state])).toEqual([
      ['leased', 'unknown'],
      ['queued', 'queued'],
      ['sending', 'unknown'],
      ['sent', 'sent'],
    ])
    expect(others.map(({ state }) => state)).not.toContain('queued')
    expect(await app.db.selectFrom('owner_sessions').selectAll().execute()).toEqual([])
  })
})

const aMailing = {
  id: 'm1',
  kind: 'campaigns.book',
  about: filename,
  trouble: null,
  starts_at: '',
  created_at: '',
  finished_at: null,
}

describe('files', () => {
  test('that rows speak of and the store has lost are named, and the rest is kept', async () => {
    const app = await openFurnished()
    const [book = ''] = readdirSync(app.filesFolder).filter((name) => name.startsWith('book-'))
    await app.deps.files.remove(book)
    const { sums } = await backupOf(app)
    expect(sums.missing).toEqual([book])
    expect(sums.files.count).toBe(readdirSync(app.filesFolder).length)
  })

  test('of a picture that is still being taken in are not kept by halves', async () => {
    const app = await openFurnished({ hasPicture: true })
    const [first = ''] = readdirSync(app.filesFolder).filter((name) => name.startsWith('image-'))
    await app.deps.files.remove(first)
    const { sums } = await backupOf(app)
    expect(sums.missing).toEqual([first])
    expect(sums.files.count).toBe(1)
  })

  test('that vanish while they are read make it choose another moment', async () => {
    const app = await openFurnished()
    const site = await siteOf(app)
    let reads = 0
    const files = {
      ...site.files,
      async read(key: string) {
        // Seen when it was looked for, gone when it was its turn.
        if (key.startsWith('book-') && ++reads === 2) return null
        return site.files.read(key)
      },
    }
    const path = join(ownFolder(), 'site.fpbackup')
    const { sums } = await backUp({ ...site, files }, { path, passphrase: null, madeAt: now })
    expect(sums.missing).toEqual([])
    expect((await verifyBackup({ path, passphrase: null, dataDir: ownFolder() })).sums.files).toEqual(sums.files)
  })

  test('that were replaced since the moment make it choose another one', async () => {
    const app = await openFurnished()
    const site = await siteOf(app)
    let asked = 0
    const listFiles: typeof site.listFiles = async (line) => [
      ...(await site.listFiles(line)),
      ...(++asked === 1 ? [['book-replaced']] : []),
    ]
    const path = join(ownFolder(), 'site.fpbackup')
    const { sums } = await backUp({ ...site, listFiles }, { path, passphrase: null, madeAt: now })
    expect([sums.missing, asked]).toEqual([[], 3])
  })

  test('stay where they are when a copy holds rows only', async () => {
    const app = await openFurnished()
    const { restoreInto, sums } = await backupOf(app, { hasFiles: false })
    expect(sums.files.count).toBe(0)
    const dataDir = ownFolder()
    await createFolderFiles(join(dataDir, 'files')).put('book-1', Buffer.from('a book'))
    await restoreInto({ DATA_DIR: dataDir })
    expect(readdirSync(join(dataDir, 'files'))).toEqual(['book-1'])
  })
})

describe('a restore', () => {
  test('goes into an empty place only; by force, what is there is put aside and stays whole', async () => {
    const { restoreInto } = await backupOf(await openFurnished())
    const given = {
      DATA_DIR: ownFolder(),
      ...(postgresUrl ? { DATABASE_URL: await createPostgresDatabase(postgresUrl) } : {}),
    }
    const { env } = await restoreInto(given)
    const before = await talliesIn(env)
    await expect(restoreInto(given)).rejects.toThrow('A site is there already')
    const { aside } = await restoreInto(given, { isForced: true })
    expect(await talliesIn(env)).toEqual(before)
    const [folder = ''] = aside.filter((place) => place.startsWith(env.dataDir))
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(['files', 'secret']))
    if (postgresUrl) expect(aside[0]).toMatch(/^the schema before_restore_20260201030000/)
    else expect(await talliesIn({ databaseUrl: null, dataDir: folder })).toEqual(before)
  })

  test('is refused while a site is running there', async () => {
    const { restoreInto } = await backupOf(await openFurnished())
    const dataDir = ownFolder()
    if (!postgresUrl) {
      onTestFinished(holdFolder(dataDir))
      await expect(restoreInto({ DATA_DIR: dataDir })).rejects.toThrow('Another Frontispiece is using the data folder')
      return
    }
    const databaseUrl = await createPostgresDatabase(postgresUrl)
    const running = await openDatabase({ databaseUrl, dataDir })
    const wish = restoreInto({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl }, { isForced: true })
    await expect(wish).rejects.toThrow('Somebody is connected to the database')
    await running.close()
  })

  test.runIf(postgresUrl)('leaves alone what others keep in the same database', async () => {
    const { restoreInto } = await backupOf(await openFurnished())
    const databaseUrl = await createPostgresDatabase(postgresUrl ?? '')
    await ask(databaseUrl, 'create table recipes (name text); create view menu as select * from recipes')
    await ask(databaseUrl, "insert into recipes values ('soup')")
    const given = { DATA_DIR: ownFolder(), DATABASE_URL: databaseUrl }
    await restoreInto(given)
    const { env, aside } = await restoreInto(given, { isForced: true })
    expect(aside[0]).toMatch(/^the schema before_restore_/)
    expect((await ask(databaseUrl, 'select name from menu')).rows).toEqual([{ name: 'soup' }])
    // Nor does a backup hold it.
    const database = await openDatabase(env)
    expect(Object.keys(await tallies(database))).not.toContain('recipes')
    await database.close()
  })

  test('writes the settings so that they are read back as they were', async () => {
    const app = await openFurnished()
    const settings = { SMTP_URL: 'smtp://a:p"a\\ss#w$x@host:25', MAIL_FROM: "o'clock@home.example", S3_REGION: '`"\'' }
    const path = join(ownFolder(), 'site.fpbackup')
    await backUp({ ...(await siteOf(app)), settings }, { path, passphrase: null, madeAt: now })
    const { settingsFile } = await bringBack(path, { DATA_DIR: ownFolder() })
    const { S3_REGION: _, ...rest } = settings
    const lines = readFileSync(settingsFile, 'utf8')
    expect(parseEnv(lines)).toEqual({ ...rest, SMTP_URL_FILE: '' })
    // Nor would systemd read another value: it knows the backtick as a letter only.
    expect(lines).toContain(`MAIL_FROM="${settings.MAIL_FROM}"\n`)
  })

  test('writes the settings so that they go before those that stand further up, in files too', async () => {
    const settings = { SMTP_URL: 'smtp://127.0.0.1:1', METRICS_TOKEN: 'of the site that was kept' }
    const path = join(ownFolder(), 'site.fpbackup')
    await backUp({ ...(await siteOf(await openFurnished())), settings }, { path, passphrase: null, madeAt: now })
    const { settingsFile } = await bringBack(path, { DATA_DIR: ownFolder() })
    const token = join(ownFolder(), 'token')
    writeFileSync(token, 'of the new machine, in a file')
    const there = `SMTP_URL=smtp://127.0.0.1:2\nMETRICS_TOKEN_FILE=${token}\n`
    const env = readEnv(parseEnv(`${there}\n${readFileSync(settingsFile, 'utf8')}`))
    expect([env.smtpUrl, env.metricsToken]).toEqual([settings.SMTP_URL, settings.METRICS_TOKEN])
  })

  test('puts files back into the bucket, where the site keeps them there', async () => {
    const { restoreInto } = await backupOf(await openFurnished())
    const s3 = await startS3()
    const dataDir = ownFolder()
    const { sums } = await restoreInto({ DATA_DIR: dataDir, ...s3.env })
    expect([s3.objects.size, existsSync(join(dataDir, 'files'))]).toEqual([sums.files.count, true])
    expect(readdirSync(join(dataDir, 'files'))).toEqual([])
  })

  test.runIf(postgresUrl)(
    'that cannot change the tables leaves the site that is there as it was, and startable',
    async () => {
      const { restoreInto } = await backupOf(await openFurnished())
      const databaseUrl = await createPostgresDatabase(postgresUrl ?? '')
      const given = { DATA_DIR: ownFolder(), DATABASE_URL: databaseUrl }
      const { env } = await restoreInto(given)
      const before = await talliesIn(env)
      // Where the old tables would go there is something already.
      await ask(databaseUrl, 'create schema before_restore_20260201030000000')
      await expect(restoreInto(given, { isForced: true })).rejects.toThrow('already exists')
      insistOnWholeRestore(env.dataDir)
      expect(await talliesIn(env)).toEqual(before)
      expect(readdirSync(env.dataDir)).not.toContain('restoring')
    },
  )

  test('that was cut short lets no site start', () => {
    const dataDir = ownFolder()
    insistOnWholeRestore(dataDir)
    writeFileSync(join(dataDir, 'restore-unfinished'), '')
    expect(() => insistOnWholeRestore(dataDir)).toThrow('Do it once more: npm run site -- restore FILE --force')
  })

  test('of a file that is damaged at any place, or cut, writes nothing', async () => {
    const { path } = await backupOf(await openFurnished())
    const bytes = readFileSync(path)
    const broken = join(ownFolder(), 'broken.fpbackup')
    const dataDir = join(ownFolder(), 'data')
    for (let number = 0; number < plenty(1_100, 40); number++) {
      const place = Math.floor(Math.random() * bytes.length)
      const changed = number % 10 === 0 ? bytes.subarray(0, place) : Buffer.from(bytes)
      if (changed.length === bytes.length) changed.writeUInt8(changed.readUInt8(place) ^ 4, place)
      writeFileSync(broken, changed)
      await expect(bringBack(broken, { DATA_DIR: dataDir }), `byte ${place}`).rejects.toThrow(BackupFault)
      expect(existsSync(dataDir)).toBe(false)
    }
  })

  test('of a file this user may not read says so, and of one that is not there too', async () => {
    const { path } = await backupOf(await openFurnished())
    const [folder, dataDir] = [join(path, '..'), ownFolder()]
    const isRoot = process.getuid?.() === 0
    const refusal = async () => {
      if (isRoot) process.seteuid?.(65_534)
      const told = await verifyBackup({ path, passphrase: null, dataDir }).catch(({ message }) => message)
      if (isRoot) process.seteuid?.(0)
      return told
    }
    chmodSync(path, 0)
    chmodSync(folder, 0o755)
    expect(await refusal()).toContain(` may not read ${path}.`)
    chmodSync(path, 0o644)
    chmodSync(folder, 0)
    expect(await refusal()).toContain(` may not read ${path}.`)
    chmodSync(folder, 0o755)
    rmSync(path)
    expect(await refusal()).toBe(`There is no file ${path}.`)
  })

  test('brings former root keys along, and goes where its own key is a former one', async () => {
    const former = 'the key of the first year of this site'
    const app = await createTestApp({ env: { SECRET_KEY_OLD: former } })
    const { restoreInto } = await backupOf(app)
    const dataDir = ownFolder()
    await restoreInto({ DATA_DIR: dataDir })
    const [newest, ...others] = findRootKeys({ secretKey: null, dataDir })
    expect([newest, others]).toEqual([app.env.secretKey, [former]])
    const replaced = { SECRET_KEY: 'another key, of forty characters or more', SECRET_KEY_OLD: app.env.secretKey ?? '' }
    const elsewhere = ownFolder()
    await restoreInto({ DATA_DIR: elsewhere, ...replaced })
    expect(existsSync(join(elsewhere, 'secret'))).toBe(false)
  })

  test('by force keeps the key that was there as a former one: links of that site go on opening', async () => {
    const { restoreInto } = await backupOf(await openFurnished())
    const dataDir = ownFolder()
    const place = { secretKey: null, dataDir }
    const [signed] = loadSecret(place)('links')
    await restoreInto({ DATA_DIR: dataDir }, { isForced: true })
    const [newest, ...former] = loadSecret(place)('links')
    expect(newest).not.toEqual(signed)
    expect(former).toEqual([signed])
  })

  test('needs the passphrase, and no other key than the backup’s', async () => {
    const passphrase = 'the heron stands in the reeds'
    const { restoreInto } = await backupOf(await openFurnished(), { passphrase })
    const dataDir = join(ownFolder(), 'data')
    await expect(restoreInto({ DATA_DIR: dataDir })).rejects.toThrow('Set BACKUP_PASSPHRASE')
    const otherKey = { DATA_DIR: dataDir, SECRET_KEY: 'another key, of forty characters or more' }
    await expect(restoreInto(otherKey, { passphrase })).rejects.toThrow('SECRET_KEY is not the key of this backup')
    expect(existsSync(dataDir)).toBe(false)
    await restoreInto({ DATA_DIR: dataDir }, { passphrase })
    expect(existsSync(join(dataDir, 'frontispiece.db'))).toBe(true)
  })
})

describe('a backup', () => {
  test('is not made with a key that was made up for it, nor of half a site', async () => {
    const dataDir = ownFolder()
    await (await openDatabase({ databaseUrl: null, dataDir })).close()
    await expect(backup(readEnv({ DATA_DIR: dataDir }), () => {})).rejects.toThrow('There is no key in')
    expect(existsSync(join(dataDir, 'secret'))).toBe(false)
    writeFileSync(join(dataDir, 'restore-unfinished'), '')
    await expect(backup(readEnv({ DATA_DIR: dataDir }), () => {})).rejects.toThrow('was cut short')
  })

  test('that anybody may have made is refused where a passphrase is set', async () => {
    const { path } = await backupOf(await openFurnished())
    const passphrase = 'the heron stands in the reeds'
    const dataDir = ownFolder()
    await expect(verifyBackup({ path, passphrase, dataDir })).rejects.toThrow('This backup is not sealed')
    // In the data folder itself it may lie from before there was one.
    copyFileSync(path, join(dataDir, 'older.fpbackup'))
    await verifyBackup({ path: join(dataDir, 'older.fpbackup'), passphrase, dataDir })
  })

  test('takes no other file’s place, and is made one at a time', async () => {
    const app = await openFurnished()
    const site = await siteOf(app)
    const path = join(ownFolder(), 'site.fpbackup')
    writeFileSync(path, 'mine')
    const wish = { path, passphrase: null, madeAt: now }
    await expect(backUp(site, wish)).rejects.toThrow('There is a file')
    expect(readFileSync(path, 'utf8')).toBe('mine')
    onTestFinished(holdFolder(join(site.dataDir, 'backups')))
    await expect(backUp(site, { ...wish, path: `${path}2` })).rejects.toThrow('Another backup is being made')
  })

  test('is not begun where there is no room for it, and says how much is missing', async () => {
    const site = await siteOf(await openFurnished())
    const read: typeof site.files.read = async (key) => ({ size: 1e15, stream: () => Promise.reject(new Error(key)) })
    const path = join(ownFolder(), 'site.fpbackup')
    const wish = backUp({ ...site, files: { ...site.files, read } }, { path, passphrase: null, madeAt: now })
    await expect(wish).rejects.toThrow(/^This may need [\d,]+ MB, and there is room for [\d,]+ MB in/)
    expect(readdirSync(join(path, '..'))).toEqual([])
  })

  test.runIf(postgresUrl)('is made by one node at a time, whatever folders they have', async () => {
    const site = await siteOf(await openFurnished())
    const elsewhere = { path: join(ownFolder(), 'other.fpbackup'), passphrase: null, madeAt: now }
    const listFiles: typeof site.listFiles = async (line) => {
      await expect(backUp({ ...site, dataDir: ownFolder() }, elsewhere)).rejects.toThrow('Another backup is being made')
      return site.listFiles(line)
    }
    const path = join(ownFolder(), 'site.fpbackup')
    await backUp({ ...site, listFiles }, { path, passphrase: null, madeAt: now })
    // Its turn is over with it.
    await backUp({ ...site, dataDir: ownFolder() }, elsewhere)
  })

  test('tells how far it is, up to the end', async () => {
    const site = await siteOf(await openFurnished())
    const heard: number[] = []
    const path = join(ownFolder(), 'site.fpbackup')
    const onProgress = (done: number, total: number) => heard.push(done / total)
    await backUp(site, { path, passphrase: null, madeAt: now, onProgress })
    expect(heard.length).toBeGreaterThan(3)
    expect(heard).toEqual([...heard].sort((a, b) => a - b))
    expect(heard.at(-1)).toBe(1)
  })
})

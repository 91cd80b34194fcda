import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { copyBeforeChange, explainNewerData, keptSite } from '#app/backup.server.ts'
import { openBackup, verifyBackup } from '#server/backup/read.ts'
import { restoreBackup } from '#server/backup/restore.ts'
import { listMigrations } from '#server/backup/rows.ts'
import { backupName } from '#server/backup/shelf.ts'
import { backUp } from '#server/backup/write.ts'
import { CannotStart } from '#server/cannot-start.ts'
import { type Database, openDatabase } from '#server/db.ts'
import { readEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { knownMigrations, NewerData } from '#server/migrations.ts'
import { explainStartFailure } from '#server/start-failure.ts'
import { createPostgresDatabase, postgresUrl } from './support/database.ts'
import { ownFolder } from './support/folder.ts'

const now = new Date('2026-02-01T03:00:00Z')
const log = createLog(() => {})
const before = '007-numbers'
const change = '008-book-titles'

async function ownPlace() {
  const databaseUrl = postgresUrl ? { DATABASE_URL: await createPostgresDatabase(postgresUrl) } : {}
  return readEnv({ DATA_DIR: ownFolder(), SECRET_KEY: 'a key for tests only, forty characters long', ...databaseUrl })
}

/** A site as an older version left it, with a book in a table that has changed since. */
async function openOlder(env: ReturnType<typeof readEnv>) {
  const database = await openDatabase(env, { until: before })
  await sql`insert into book_files (name, storage_key, size, sha256, uploaded_as, uploaded_at)
    values ('voss.epub', 'book-1', 3, 'abc', 'Voss.epub', '2026-01-01')`.execute(database.db)
  return database
}

const bringBack = (path: string, env: ReturnType<typeof readEnv>) =>
  restoreBackup({ env, path, passphrase: null, isForced: false, now, log, settle: async () => {} })

const booksIn = async (env: ReturnType<typeof readEnv>) => {
  const database = await openDatabase(env)
  const books = await database.db.selectFrom('book_files').select(['name', 'title']).execute()
  const migrations = await listMigrations(database.db)
  await database.close()
  return { books, migrations }
}

describe('a backup of an older version', () => {
  test('is brought back by this one, and its tables move on', async () => {
    const env = await ownPlace()
    const older = await openOlder(env)
    const path = join(ownFolder(), 'older.fpbackup')
    await backUp(await keptSite(env, older), { path, passphrase: null, madeAt: now })
    await older.close()
    expect((await openBackup({ path, passphrase: null, dataDir: '/' })).start.migrations.at(-1)).toBe(before)
    const target = await ownPlace()
    await bringBack(path, target)
    expect(await booksIn(target)).toEqual({ books: [{ name: 'voss.epub', title: null }], migrations: knownMigrations })
  })

  test('that was kept as a file is brought back by every later one', async () => {
    const kept = readdirSync('tests/fixtures').filter((name) => name.endsWith('.fpbackup'))
    expect(kept.length).toBeGreaterThan(0)
    for (const name of kept) {
      const { start, sums } = await verifyBackup({
        path: join('tests/fixtures', name),
        passphrase: null,
        dataDir: ownFolder(),
      })
      expect(name).toBe(`site-${start.migrations.at(-1)}.fpbackup`)
      expect(sums.tables.posts?.count).toBeGreaterThan(0)
      expect(sums.files.count).toBeGreaterThan(0)
    }
  })

  test('brings its texts along as they are read, and counted as they were', async () => {
    const target = await ownPlace()
    await bringBack('tests/fixtures/site-008-book-titles.fpbackup', target)
    const { db, close } = await openDatabase(target)
    const posts = await db.selectFrom('posts').select(['content', 'format', 'reading_minutes']).execute()
    const stories = await db.selectFrom('short_stories').select(['word_count', 'format']).execute()
    await close()
    expect(posts.length * stories.length).toBeGreaterThan(0)
    for (const { content, format, reading_minutes } of posts) {
      expect([format, reading_minutes]).toEqual(['plain', Math.ceil(content.length / 1_000)])
    }
    for (const { format, word_count } of stories) expect([format, word_count > 0]).toEqual(['plain', true])
  })

  test('of a newer one it says so, and touches nothing', async () => {
    const env = await ownPlace()
    const database = await openDatabase(env)
    await sql`insert into kysely_migration values ('999-later', '2099-01-01')`.execute(database.db)
    const path = join(ownFolder(), 'newer.fpbackup')
    await backUp(await keptSite(env, database), { path, passphrase: null, madeAt: now })
    await database.close()
    const dataDir = join(ownFolder(), 'data')
    const wish = bringBack(path, readEnv({ DATA_DIR: dataDir }))
    await expect(wish).rejects.toThrow('made by a newer Frontispiece')
    expect(existsSync(dataDir)).toBe(false)
  })
})

describe('before the tables change', () => {
  test('a copy of all rows is kept, which can be brought back', async () => {
    const env = await ownPlace()
    await (await openOlder(env)).close()
    const said: string[] = []
    const beforeChange = (database: Database) => copyBeforeChange(env, database, (line) => said.push(line))
    await (await openDatabase(env, { beforeChange })).close()
    const [name = ''] = readdirSync(join(env.dataDir, 'backups')).filter((file) => file.endsWith('.fpbackup'))
    expect(name).toContain(`-before-${change}.fpbackup`)
    expect(said.join('\n')).toContain(`restore ${join(env.dataDir, 'backups', name)} --force`)
    const { start, sums } = await verifyBackup({
      path: join(env.dataDir, 'backups', name),
      passphrase: null,
      dataDir: ownFolder(),
    })
    expect([start.migrations.at(-1), start.hasFiles, sums.tables.book_files?.count]).toEqual([before, false, 1])
    // Nothing is due any more, so nothing is kept again.
    await (await openDatabase(env, { beforeChange })).close()
    expect(readdirSync(join(env.dataDir, 'backups')).filter((file) => file.endsWith('.fpbackup')).length).toBe(1)
  })

  test('a new site keeps none', async () => {
    const env = await ownPlace()
    const beforeChange = () => Promise.reject(new Error('there is nothing to keep'))
    await (await openDatabase(env, { beforeChange })).close()
  })

  test('they stay as they are if no copy could be made', async () => {
    const env = await ownPlace()
    await (await openOlder(env)).close()
    const beforeChange = () => Promise.reject(new Error('no room'))
    await expect(openDatabase(env, { beforeChange })).rejects.toThrow('no room')
    const database = await openDatabase(env, { until: before })
    expect((await listMigrations(database.db)).at(-1)).toBe(before)
    await database.close()
  })

  test('a copy that cannot be made is a reason not to start, told in a sentence, and not to try again', async () => {
    const env = await ownPlace()
    await (await openOlder(env)).close()
    vi.useFakeTimers({ now, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const path = join(env.dataDir, 'backups', backupName(now, change))
    mkdirSync(join(env.dataDir, 'backups'))
    writeFileSync(path, 'in its way')
    const beforeChange = (database: Database) => copyBeforeChange(env, database, () => {})
    const refusal = await openDatabase(env, { beforeChange }).catch((error) => error)
    expect(refusal).toBeInstanceOf(CannotStart)
    expect(explainStartFailure(refusal)).toBe(
      `The copy that is kept first cannot be made. There is a file ${path} already. Choose another name.`,
    )
  })

  test('the version before names that copy and the command that goes back', async () => {
    const env = await ownPlace()
    const names = [backupName(now, change), backupName(new Date('2026-01-01T03:00:00Z'), before), backupName(now)]
    await (await openDatabase(env)).close()
    const folder = join(env.dataDir, 'backups')
    mkdirSync(folder)
    for (const name of names) writeFileSync(join(folder, name), '')
    const { message } = await explainNewerData(env, new NewerData(change), log)
    expect(message).toContain(`npm run site -- restore ${join(folder, names[0] ?? '')} --force`)
    expect((await explainNewerData(env, new NewerData('999-later'), log)).message).toContain(
      'Install that version again',
    )
  })
})

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { keptSite } from '#app/backup.server.ts'
import { move } from '#app/move.server.ts'
import { moveSite } from '#server/backup/move.ts'
import { placeOf } from '#server/backup/places.ts'
import { tallyTables } from '#server/backup/rows.ts'
import { holdFolder } from '#server/data-folder.ts'
import { openDatabase } from '#server/db.ts'
import { type Env, readEnv } from '#server/env.ts'
import { createFolderFiles } from '#server/files.ts'
import { loadSecret } from '#server/secret.ts'
import { openDesk } from './support/content.ts'
import { createPostgresDatabase, postgresUrl } from './support/database.ts'
import { openAt } from './support/exports.ts'
import { ownFolder } from './support/folder.ts'
import { ask } from './support/postgres-template.ts'

const at = (dataDir: string, databaseUrl = '') => readEnv({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl })

/** A site in a folder of its own, that nobody runs. */
async function openStopped() {
  const env = at(ownFolder())
  const site = await openAt(env, { env: { DOUBLE_OPT_IN: 'off' } })
  loadSecret(env)
  const desk = await openDesk(site)
  await desk.addPost({ title: 'The Quiet Room', content: 'ཨ 🕯 "\'\\ é é' })
  await site.post('/api/newsletter/signup', { email: 'reader@home.example', source: 'signup_page', page: '/signup' })
  await site.work()
  await site.close()
  await createFolderFiles(join(env.dataDir, 'files')).put('book-1', Buffer.from('a book'))
  return env
}

async function looksOf(env: Env) {
  const database = await openDatabase(env)
  const tables = await tallyTables(database)
  await database.close()
  const site = await openAt(env)
  const page = await (await site.request('/blog/the-quiet-room')).text()
  await site.close()
  return { tables, page }
}

async function moved(env: Env, to: string) {
  const said: string[] = []
  await move(env, (line) => said.push(line), to)
  return said.join('\n')
}

test.runIf(postgresUrl)('there and back it is the same site, and each old place lies aside', async () => {
  const there = await openStopped()
  const { dataDir } = there
  const before = await looksOf(there)
  const databaseUrl = await createPostgresDatabase(postgresUrl ?? '')
  const said = await moved(there, databaseUrl)
  expect(said).toContain('DATABASE_URL=postgres://')
  expect(said).not.toContain(databaseUrl)
  expect(await looksOf(at(dataDir, databaseUrl))).toEqual(before)
  // Nothing goes on where it was, and what was there is whole.
  await expect(openDatabase(there)).rejects.toThrow('a site on PostgreSQL needs DATABASE_URL')
  const [aside = ''] = readdirSync(dataDir).filter((name) => name.startsWith('before-move-'))
  const old = await openDatabase({ databaseUrl: null, dataDir: join(dataDir, aside) })
  expect(await tallyTables(old)).toEqual(before.tables)
  await old.close()

  expect(await moved(at(dataDir, databaseUrl), 'sqlite')).toContain('take DATABASE_URL out of .env')
  expect(await looksOf(there)).toEqual(before)
  await expect(openDatabase(at(dataDir, databaseUrl))).rejects.toThrow('DATABASE_URL names an empty database')
  const { rows } = await ask(databaseUrl, "select nspname as name from pg_namespace where nspname like 'before_move_%'")
  expect(rows).toHaveLength(1)
  expect(readFileSync(join(dataDir, 'files', 'book-1'), 'utf8')).toBe('a book')
})

test.runIf(postgresUrl)('moved away, it does not begin anew where its key was always set', async () => {
  const SECRET_KEY = 'a key that was set since the first day'
  const env = readEnv({ DATA_DIR: ownFolder(), SECRET_KEY })
  await (await openDatabase(env)).close()
  const databaseUrl = await createPostgresDatabase(postgresUrl ?? '')
  expect(await moved(env, databaseUrl)).toContain('Until then it does not start')
  await expect(openDatabase(env)).rejects.toThrow('a site on PostgreSQL needs DATABASE_URL')
  expect(existsSync(join(env.dataDir, 'frontispiece.db'))).toBe(false)
  await moved(readEnv({ DATA_DIR: env.dataDir, SECRET_KEY, DATABASE_URL: databaseUrl }), 'sqlite')
  await (await openDatabase(env)).close()
})

test.runIf(postgresUrl)('a site that runs, on either side, keeps it from moving', async () => {
  const env = await openStopped()
  const before = await looksOf(env)
  const databaseUrl = await createPostgresDatabase(postgresUrl ?? '')
  const letGo = holdFolder(env.dataDir)
  await expect(moved(env, databaseUrl)).rejects.toThrow('Another Frontispiece is using the data folder')
  letGo()
  const somebody = await openDatabase({ databaseUrl, dataDir: ownFolder() })
  await expect(moved(env, databaseUrl)).rejects.toThrow('Somebody is connected to the database')
  // Gone, it has left its tables.
  await somebody.close()
  await expect(moved(env, databaseUrl)).rejects.toThrow('A site is there already, and it is not this one')
  expect(await looksOf(env)).toEqual(before)
})

test.runIf(postgresUrl)(
  'cut short when the new place is whole, it goes on with the old one, and is done at the next try',
  async () => {
    const env = await openStopped()
    const { dataDir } = env
    const before = await looksOf(env)
    const databaseUrl = await createPostgresDatabase(postgresUrl ?? '')
    const cutShort = async () => {
      throw new Error('killed')
    }
    const wish = {
      dataDir,
      from: { ...placeOf(env), putAside: cutShort },
      to: placeOf({ databaseUrl, dataDir }),
      now: new Date(),
      keptSite: (database: Parameters<typeof keptSite>[1]) => keptSite(env, database),
    }
    await expect(moveSite(wish)).rejects.toThrow('killed')
    expect(await looksOf(env)).toEqual(before)
    expect(await moved(env, databaseUrl)).toContain('The site is on PostgreSQL now')
    expect(existsSync(join(dataDir, 'frontispiece.db'))).toBe(false)
    expect(await looksOf(at(dataDir, databaseUrl))).toEqual(before)
  },
)

test('a place that is none, or is the one it is in, is said', async () => {
  const env = at(ownFolder())
  await expect(moved(env, 'mysql://host/name')).rejects.toThrow('Say where to: --to postgres://')
  await expect(moved(env, 'sqlite')).rejects.toThrow('the site is on SQLite already')
  const onPostgres = at(ownFolder(), 'postgres://nobody@127.0.0.1:1/none')
  await expect(moved(onPostgres, 'postgres://nobody@127.0.0.1:1/other')).rejects.toThrow('on PostgreSQL already')
})

test('what is held is not waited for', async () => {
  const env = at(ownFolder())
  onTestFinished(holdFolder(env.dataDir))
  await expect(moved(env, 'postgres://nobody@127.0.0.1:1/none')).rejects.toThrow('Another Frontispiece')
})

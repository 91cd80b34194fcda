import { copyFileSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { DatabaseSync } from '@photostructure/sqlite'
import { sql } from 'kysely'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createPostgresDatabase, openTestDatabase, postgresUrl } from '#tests/support/database.ts'
import { ownFolder } from '#tests/support/folder.ts'
import { openDatabase, openMemoryDatabase, pingDatabase } from './db.ts'
import './rate-limit.ts'
import { createStorageHealth, onLastRoom } from './storage-health.ts'

/** A disk that takes its time: each flush of a file waits until it is let go. */
async function watchDisk(file: string) {
  const handle = await open(file)
  const files = Object.getPrototypeOf(handle)
  await handle.close()
  let letGo = () => {}
  const flush = vi.spyOn(files, 'datasync').mockImplementation(
    () =>
      new Promise<void>((resolve) => {
        letGo = resolve
      }),
  )
  onTestFinished(() => flush.mockRestore())
  return {
    asked: () => flush.mock.calls.length,
    letGo: () => letGo(),
    breakDown: (fault = new Error('the disk is gone')) => flush.mockImplementation(() => Promise.reject(fault)),
  }
}

const inFolder = (dataDir: string) => openDatabase({ databaseUrl: null, dataDir })

test('the tests run on the engine they were asked to run on', async () => {
  const { db, engine } = await openTestDatabase()
  expect(engine).toBe(postgresUrl ? 'postgres' : 'sqlite')
  const { rows } = await sql<{
    version: string
  }>`select ${sql.raw(postgresUrl ? 'version()' : 'sqlite_version()')} as version`.execute(db)
  expect(rows[0]?.version).toMatch(postgresUrl ? /^PostgreSQL/ : /^3\./)
})

describe('both engines', () => {
  test('count in numbers', async () => {
    const { db } = await openTestDatabase()
    await db.insertInto('day_salts').values({ day: '2026-01-15', salt: 'x' }).execute()
    expect(
      await db
        .selectFrom('day_salts')
        .select((count) => count.fn.countAll().as('count'))
        .execute(),
    ).toEqual([{ count: 1 }])
  })

  test('keep any clean text as it was written', async () => {
    const { db } = await openTestDatabase()
    const salt = 'ཨ 🕯 \u202e "\'\\ \u0001\r\n é e\u0301'
    await db.insertInto('day_salts').values({ day: '2026-01-15', salt }).execute()
    expect(await db.selectFrom('day_salts').select('salt').execute()).toEqual([{ salt }])
  })

  test('let no write get lost between parallel transactions', async () => {
    const { db } = await openTestDatabase()
    await db.insertInto('rate_counts').values({ key: 'sum', count: 0, resets_at: '' }).execute()
    const add = () =>
      db.transaction().execute(async (tx) => {
        await tx
          .updateTable('rate_counts')
          .set((row) => ({ count: row('count', '+', 1) }))
          .execute()
        await pingDatabase(tx)
        await tx
          .updateTable('rate_counts')
          .set((row) => ({ count: row('count', '+', 1) }))
          .execute()
      })
    await Promise.all(Array.from({ length: 20 }, add))
    expect(await db.selectFrom('rate_counts').select('count').execute()).toEqual([{ count: 40 }])
  })
})

describe('SQLite', () => {
  test('makes its folder for our eyes only, and writes ahead', async () => {
    const dataDir = join(ownFolder(), 'data')
    const { db, close } = await inFolder(dataDir)
    expect(statSync(dataDir).mode & 0o777).toBe(0o700)
    const asked = async (pragma: string) =>
      Object.values((await sql.raw<object>(`pragma ${pragma}`).execute(db)).rows[0]!)
    expect([await asked('journal_mode'), await asked('synchronous'), await asked('foreign_keys')]).toEqual([
      ['wal'],
      [1],
      [1],
    ])
    await close()
  })

  test('is read row by row for as long as it takes, whatever the collector of garbage does meanwhile', async () => {
    const { db, close } = await openMemoryDatabase()
    const rows = Array.from({ length: 2_000 }, (_, day) => ({ day: String(day), salt: 'x'.repeat(500) }))
    for (let start = 0; start < rows.length; start += 500) {
      await db
        .insertInto('day_salts')
        .values(rows.slice(start, start + 500))
        .execute()
    }
    setFlagsFromString('--expose-gc')
    const collect: () => void = runInNewContext('gc')
    let read = 0
    for await (const _ of db.selectFrom('day_salts').selectAll().stream()) {
      // Five times: in a worker that has opened a hundred sites each takes half a second.
      if (++read % 400 > 0) continue
      collect()
      // What was collected is freed at the next turn.
      await nextTurn()
    }
    expect(read).toBe(rows.length)
    await close()
  })

  test('answers a write only once its log is on the disk, and asks the disk for no reading', async () => {
    const dataDir = ownFolder()
    const { db, close } = await inFolder(dataDir)
    const disk = await watchDisk(join(dataDir, 'frontispiece.db-wal'))
    const row = (day: string) => ({ day, salt: 'x' })
    const writes = {
      alone: () => db.insertInto('day_salts').values(row('1')).execute(),
      'with an answer': () => db.insertInto('day_salts').values(row('2')).returning('day').execute(),
      'in a transaction': () => db.transaction().execute((tx) => tx.insertInto('day_salts').values(row('3')).execute()),
      'in plain SQL': () => sql`delete from day_salts`.execute(db),
    }
    for (const [name, write] of Object.entries(writes)) {
      const before = disk.asked()
      let isAnswered = false
      const answer = write().then(() => {
        isAnswered = true
      })
      await expect.poll(() => disk.asked(), { message: name }).toBe(before + 1)
      await new Promise(setImmediate)
      expect(isAnswered, name).toBe(false)
      disk.letGo()
      await answer
    }
    disk.breakDown()
    const doomed = db.transaction().execute((tx) => tx.insertInto('day_salts').values(row('4')).execute())
    await expect(doomed).rejects.toThrow('the disk is gone')
    const before = disk.asked()
    await db.selectFrom('day_salts').selectAll().execute()
    await sql`select 1`.execute(db)
    await expect(db.transaction().execute(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(disk.asked()).toBe(before)
    await close()
  })

  test('does nothing twice for the owner when the disk turns out to be full after the commit', async () => {
    const dataDir = ownFolder()
    const { db, close } = await inFolder(dataDir)
    await db.insertInto('rate_counts').values({ key: 'sum', count: 0, resets_at: '' }).execute()
    const disk = await watchDisk(join(dataDir, 'frontispiece.db-wal'))
    disk.breakDown(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }))
    const add = db.updateTable('rate_counts').set((row) => ({ count: row('count', '+', 1) }))
    await expect(onLastRoom(() => add.execute())).rejects.toMatchObject({ ailment: 'full' })
    expect(await db.selectFrom('rate_counts').select('count').execute()).toEqual([{ count: 1 }])
    await close()
  })

  test('that has rolled back by itself tells why, and not that there is nothing to roll back', async () => {
    const { db, close } = await openMemoryDatabase()
    onTestFinished(close)
    const row = sql`insert or rollback into day_salts (day, salt) values ('2026-01-15', 'x')`
    await row.execute(db)
    await expect(db.transaction().execute((tx) => row.execute(tx))).rejects.toThrow('UNIQUE constraint failed')
  })

  test('takes nothing it could keep only by changing it', async () => {
    const dataDir = ownFolder()
    const { db, close } = await inFolder(dataDir)
    for (const value of [true, new Date(), Buffer.from('x'), 1n]) {
      const write = db
        .insertInto('day_salts')
        .values({ day: 'x', salt: value as never })
        .execute()
      await expect(write).rejects.toThrow('only text, numbers and null are kept')
    }
    await close()
  })

  test('opened a second time has nothing left to migrate, and everything it had', async () => {
    const dataDir = ownFolder()
    const first = await inFolder(dataDir)
    await first.db.insertInto('day_salts').values({ day: '2026-01-15', salt: 'kept' }).execute()
    const migrated = (await sql`select * from kysely_migration`.execute(first.db)).rows
    await first.close()
    const second = await inFolder(dataDir)
    expect((await sql`select * from kysely_migration`.execute(second.db)).rows).toEqual(migrated)
    expect(await second.db.selectFrom('day_salts').select('salt').execute()).toEqual([{ salt: 'kept' }])
    await second.close()
  })

  test('whose migration fails half-way is left as it was', async () => {
    const dataDir = ownFolder()
    const inTheWay = new DatabaseSync(join(dataDir, 'frontispiece.db'))
    inTheWay.exec('create table contact_messages (id text)')
    await expect(inFolder(dataDir)).rejects.toThrow('contact_messages')
    const tables = inTheWay.prepare("select name from sqlite_master where name not like 'kysely%' and type = 'table'")
    expect(tables.all()).toEqual([{ name: 'contact_messages' }])
    inTheWay.exec('drop table contact_messages')
    inTheWay.close()
    await (await inFolder(dataDir)).close()
  })
})

describe('a copy of the database file alone', () => {
  /** What somebody has who copies frontispiece.db and nothing beside it. */
  function saltsInCopy(dataDir: string) {
    const copy = join(ownFolder(), 'copy.db')
    copyFileSync(join(dataDir, 'frontispiece.db'), copy)
    const database = new DatabaseSync(copy)
    onTestFinished(() => database.close())
    return database.prepare('select salt from day_salts').all()
  }

  test('holds everything after an orderly stop', async () => {
    const dataDir = ownFolder()
    const { db, close } = await inFolder(dataDir)
    await db.insertInto('day_salts').values({ day: '2026-01-15', salt: 'kept' }).execute()
    await close()
    expect(saltsInCopy(dataDir)).toEqual([{ salt: 'kept' }])
    expect(statSync(join(dataDir, 'frontispiece.db-wal')).size).toBe(0)
  })

  test('holds everything once nothing was written for a while, though the site runs on', async () => {
    const dataDir = ownFolder()
    const { db, close } = await openDatabase({ databaseUrl: null, dataDir }, { restsAfter: 20 })
    for (const salt of ['first', 'second']) {
      await db.deleteFrom('day_salts').execute()
      await db.insertInto('day_salts').values({ day: '2026-01-15', salt }).execute()
      await expect.poll(() => saltsInCopy(dataDir)).toEqual([{ salt }])
    }
    await close()
  })
})

// Of the first SQLite cannot say what is wrong; of the second it can.
test.each([
  ['whole', 0, 0x5a],
  ['for the most part', 96, 0xff],
])(
  'a damaged page is found, noted until it is mended, and answered with words instead of rows: %s',
  async (_how, start, fill) => {
    const dataDir = ownFolder()
    const file = join(dataDir, 'frontispiece.db')
    const whole = await inFolder(dataDir)
    await whole.db.insertInto('day_salts').values({ day: '2026-01-15', salt: 'kept' }).execute()
    await whole.close()
    const { db, close, check, health } = await openDamaged()
    expect(health.ailment()).toBeNull()
    await check()
    expect(health.ailment()).toBe('damaged')
    await expect(db.selectFrom('day_salts').selectAll().execute()).rejects.toMatchObject({
      ailment: 'damaged',
      status: 503,
      message: 'The site cannot read a part of its data. Please try again later.',
    })
    await close()

    async function openDamaged() {
      const sqlite = new DatabaseSync(file)
      const { rootpage } = sqlite.prepare("select rootpage from sqlite_master where name = 'day_salts'").get() as {
        rootpage: number
      }
      sqlite.close()
      const handle = await open(file, 'r+')
      await handle.write(Buffer.alloc(4096 - start, fill), 0, 4096 - start, (rootpage - 1) * 4096 + start)
      await handle.close()
      const health = createStorageHealth()
      return { ...(await openDatabase({ databaseUrl: null, dataDir }, { health })), health }
    }
  },
)

describe.runIf(postgresUrl)('PostgreSQL', () => {
  test('six nodes that start at once on an empty database all come up', async () => {
    const databaseUrl = await createPostgresDatabase(postgresUrl ?? '')
    const nodes = await Promise.all(Array.from({ length: 6 }, () => openDatabase({ databaseUrl, dataDir: '' })))
    await nodes[0]!.db.insertInto('day_salts').values({ day: '2026-01-15', salt: 'shared' }).execute()
    for (const { db, close } of nodes) {
      expect(await db.selectFrom('day_salts').select('salt').execute()).toEqual([{ salt: 'shared' }])
      await close()
    }
  })

  test('a node that starts while another changes the tables waits for as long as that takes', async () => {
    const databaseUrl = await createPostgresDatabase(postgresUrl ?? '')
    const other = new pg.Client(databaseUrl)
    await other.connect()
    onTestFinished(() => other.end())
    // The lock whoever migrates holds.
    await other.query('select pg_advisory_lock(3853314791062309107)')
    const opening = openDatabase({ databaseUrl, dataDir: '' })
    const waiting = `select from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
    await expect.poll(async () => (await other.query(waiting)).rowCount).toBe(1)
    await other.query('select pg_sleep(6), pg_advisory_unlock(3853314791062309107)')
    const { db, close } = await opening
    await pingDatabase(db)
    await close()
  })

  test('asks at once, however dear a question looks: compiling it first takes longer than answering', async () => {
    const { db } = await openTestDatabase()
    const plan = await sql`explain select sum(dear) from generate_series(1, 100000000) as dear`.execute(db)
    expect(JSON.stringify(plan.rows)).toMatch(/Aggregate(?!.*JIT)/)
  })

  test('a question that hangs is given up', async () => {
    const { db } = await openTestDatabase()
    await expect(sql`select pg_sleep(30)`.execute(db)).rejects.toThrow('statement timeout')
  })

  test('a connection that breaks while idle is replaced, and the process lives on', async () => {
    const { db } = await openTestDatabase()
    await pingDatabase(db)
    const end = sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`
    await Promise.all(Array.from({ length: 4 }, () => sql`select pg_sleep(0.05)`.execute(db)))
    await end.execute(db)
    await expect
      .poll(() =>
        pingDatabase(db).then(
          () => 'there',
          () => 'gone',
        ),
      )
      .toBe('there')
  })
})

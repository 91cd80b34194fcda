import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { ownFolder } from '#tests/support/folder.ts'
import { DatabaseLost, DataFolderBusy } from './data-folder.ts'
import { joinDatabase, openDatabase } from './db.ts'

const inFolder = (dataDir: string) => openDatabase({ databaseUrl: null, dataDir })

describe('a folder that has lost its database', () => {
  const use = async (dataDir: string) => (await inFolder(dataDir)).close()
  const inUse = (dataDir: string) => writeFileSync(join(dataDir, 'secret'), 'a key that links in old letters need')

  test('is not taken for a new one: a database without tables beside a secret stops the start', async () => {
    const dataDir = ownFolder()
    inUse(dataDir)
    new DatabaseSync(join(dataDir, 'frontispiece.db')).exec('pragma user_version = 1')
    const fault = await use(dataDir).catch((error) => error)
    expect(fault).toBeInstanceOf(DatabaseLost)
    expect(fault.message).toContain(`The database in ${dataDir} is empty`)
    expect(await joinDatabase({ databaseUrl: null, dataDir })).toBeNull()
  })

  test('neither is one where only the secret is left, and nothing is made there', async () => {
    const dataDir = ownFolder()
    inUse(dataDir)
    await expect(use(dataDir)).rejects.toThrow(DatabaseLost)
    expect(() => statSync(join(dataDir, 'frontispiece.db'))).toThrow('ENOENT')
  })

  test.each(['before-move-20260101', 'files'])(
    'neither is one where only %s is left, and no key was made',
    async (name) => {
      const dataDir = ownFolder()
      mkdirSync(join(dataDir, name))
      writeFileSync(join(dataDir, name, 'book-1'), 'what an author has written')
      await expect(use(dataDir)).rejects.toThrow(DatabaseLost)
      expect(() => statSync(join(dataDir, 'frontispiece.db'))).toThrow('ENOENT')
    },
  )

  test('a disk of its own under files is a new one, with the folder its file system comes with', async () => {
    const dataDir = ownFolder()
    mkdirSync(join(dataDir, 'files', 'lost+found'), { recursive: true })
    await use(dataDir)
  })

  test('neither is one where only the log is left, and the log is not touched', async () => {
    const dataDir = ownFolder()
    const log = join(dataDir, 'frontispiece.db-wal')
    writeFileSync(log, 'the last letters of an author')
    await expect(use(dataDir)).rejects.toThrow(DatabaseLost)
    expect(statSync(log).size).toBe(29)
  })

  test('a first start that was cut off before it had a secret begins again', async () => {
    const dataDir = ownFolder()
    new DatabaseSync(join(dataDir, 'frontispiece.db')).exec('pragma journal_mode = wal; pragma user_version = 1')
    await use(dataDir)
    inUse(dataDir)
    await use(dataDir)
  })
})

describe('one process per data folder', () => {
  /** Another process that holds the folder the way we do, until it is killed. */
  async function holdElsewhere(dataDir: string) {
    const script = `
      const { DatabaseSync } = require('@photostructure/sqlite')
      new DatabaseSync(process.argv[1], { timeout: 0 }).exec('begin exclusive')
      process.stdout.write('held')
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, ['-e', script, join(dataDir, 'lock.db')])
    onTestFinished(() => void child.kill('SIGKILL'))
    await once(child.stdout, 'data')
    return child
  }

  test('a second one is turned away with a sentence, and let in when the first has closed', async () => {
    const dataDir = ownFolder()
    const first = await inFolder(dataDir)
    const refusal = await inFolder(dataDir).catch((error) => error)
    expect(refusal).toBeInstanceOf(DataFolderBusy)
    expect(refusal.message).toBe(
      `Another Frontispiece is using the data folder ${dataDir}. Stop it first, or set DATA_DIR.`,
    )
    await first.close()
    await (await inFolder(dataDir)).close()
  })

  test('the living keep it, and a killed one lets go at once', async () => {
    const dataDir = ownFolder()
    const child = await holdElsewhere(dataDir)
    await expect(inFolder(dataDir)).rejects.toThrow(DataFolderBusy)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await (await inFolder(dataDir)).close()
  })

  test('a lock that is broken is not taken for a lock that is held', async () => {
    const dataDir = ownFolder()
    writeFileSync(join(dataDir, 'lock.db'), 'this was a database once, before somebody edited it by hand')
    const fault = await inFolder(dataDir).catch((error) => error)
    expect(fault).not.toBeInstanceOf(DataFolderBusy)
    expect(fault.message).toContain('The file lock.db')
  })
})

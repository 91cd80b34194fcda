import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openHouse } from '#app/house.server.ts'
import { readEnv } from '#server/env.ts'
import { createLog } from '#server/log.ts'
import { createPageCache } from '#server/page-cache.ts'
import { ownFolder } from '#tests/support/folder.ts'

const pageSize = 4_096

/** In a table that nothing reads of itself: only whoever looks through the file finds it. Answers how to mend it. */
function damage(file: string): () => void {
  const sqlite = new DatabaseSync(file)
  const { rootpage } = sqlite.prepare("select rootpage from sqlite_master where name = 'imported'").get() as {
    rootpage: number
  }
  sqlite.close()
  const at = (rootpage - 1) * pageSize
  const page = readFileSync(file).subarray(at, at + pageSize)
  const write = (bytes: Uint8Array) => {
    const handle = openSync(file, 'r+')
    writeSync(handle, bytes, 0, pageSize, at)
    closeSync(handle)
  }
  write(Buffer.alloc(pageSize, 0x5a))
  return () => write(page)
}

test('the database is looked through half a minute after the start, and once a day from then on', async () => {
  const dataDir = ownFolder()
  const file = join(dataDir, 'frontispiece.db')
  const env = readEnv({ DATA_DIR: dataDir, SAMPLE_CONTENT: 'off' })
  const open = () =>
    openHouse(
      env,
      createLog(() => {}),
      createPageCache(),
      { programs: dataDir, openMailer: () => null, say: () => {} },
    )
  await (await open()).leave()
  const mend = damage(file)

  const { deps, watch, leave } = await open()
  onTestFinished(leave)
  onTestFinished(() => void vi.useRealTimers())
  // The night's backup is looked for as well, which is a process of its own and none of this test's.
  deps.backups.look = async () => {}
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval'] })
  watch()
  vi.advanceTimersByTime(29_999)
  expect(deps.health.ailment()).toBeNull()
  vi.advanceTimersByTime(1)
  await expect.poll(deps.health.ailment).toBe('damaged')
  mend()
  vi.advanceTimersByTime(86_400_000 - 30_000)
  await expect.poll(deps.health.ailment).toBeNull()
})

import { randomBytes } from 'node:crypto'
import { rmSync, statSync } from 'node:fs'
import { open, rename, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { isDiskFull } from './sqlite-driver.ts'
import type { StorageHealth } from './storage-health.ts'

/** A hundred things done at the desk, each with its pages in SQLite's log. */
const reserveBytes = 4 * 1024 * 1024
const lookEvery = 30_000

/**
 * A file that holds nothing but room. When the disk is full it is deleted, so that the owner can still sign in, see what
 * is the matter and clear away; once there is room for it again the disk is no longer full.
 */
export function createReserve(dataDir: string, health: StorageHealth) {
  const file = join(dataDir, 'reserve')
  let round = Promise.resolve()

  /** Whoever wants to say that there is room again asks for twice as much: what the reserve itself freed is none. */
  async function fill(bytes: number): Promise<void> {
    const draft = `${file}.part`
    try {
      const handle = await open(draft, 'w', 0o600)
      try {
        // Chance: a disk that compresses would hold zeros in no room at all.
        await handle.writeFile(randomBytes(bytes))
        await handle.truncate(reserveBytes)
        await handle.sync()
      } finally {
        await handle.close()
      }
      await rename(draft, file)
      health.over('full')
    } catch (error) {
      await rm(draft, { force: true })
      if (!isDiskFull(error)) throw error
      health.note('full', error)
    }
  }

  async function look() {
    if (health.has('full')) {
      // Asked before it is tried: a disk filled to find out would have no room for the owner meanwhile.
      const { bavail, bsize } = await statfs(dataDir)
      return bavail * bsize < 2 * reserveBytes ? undefined : fill(2 * reserveBytes)
    }
    if (statSync(file, { throwIfNoEntry: false })?.size !== reserveBytes) await fill(reserveBytes)
  }

  return {
    look,
    /** looks now and every half minute; answers how to stop, which waits for what is under way */
    start(): () => Promise<void> {
      health.whenFull(() => rmSync(file, { force: true }))
      const next = () => {
        // A folder nothing can be written to is told by whoever wants to keep something there.
        round = round.then(look).catch(() => {})
      }
      next()
      const timer = setInterval(next, lookEvery).unref()
      return async () => {
        clearInterval(timer)
        await round
      }
    },
  }
}

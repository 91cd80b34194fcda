import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'

/** Where bytes are kept that are no rows. A key is ours alone: letters, digits, `.`, `_` and `-`, never what somebody typed. */
export type Files = {
  /** all of it or nothing: what is not whole is never found under its key */
  put(key: string, bytes: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>
  /** its size, and its bytes for whoever wants them; null if there is nothing */
  read(key: string): Promise<{ size: number; stream: (range?: Range) => ReadableStream<Uint8Array> } | null>
  /** it is no fault if there was nothing */
  remove(key: string): Promise<void>
}

/** Both ends are part of it, as in a Range header. */
export type Range = { start: number; end: number }

const leftBehindAfter = 3_600_000

/** A folder on this machine. Written beside its place, flushed, then moved there in one step. */
export function createFolderFiles(folder: string): Files {
  const place = (key: string) => {
    if (!/^\w[\w.-]*$/.test(key)) throw new Error(`not a key: ${key}`)
    return join(folder, key)
  }
  return {
    async put(key, bytes) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const part = `${place(key)}.${randomBytes(6).toString('hex')}.part`
      try {
        await writeThrough(part, bytes)
        await rename(part, place(key))
      } catch (error) {
        await rm(part, { force: true })
        throw error
      }
      await syncFolder(folder)
    },
    async read(key) {
      const found = await stat(place(key)).catch(nullIfMissing)
      if (!found) return null
      const stream = (range?: Range) =>
        Readable.toWeb(createReadStream(place(key), range)) as ReadableStream<Uint8Array>
      return { size: found.size, stream }
    },
    async remove(key) {
      await rm(place(key), { force: true })
    },
  }
}

/** What a process that was killed in the middle of writing has left behind. */
export async function sweepParts(folder: string, now: Date): Promise<void> {
  for (const name of (await readdir(folder).catch(nullIfMissing)) ?? []) {
    if (!name.endsWith('.part')) continue
    const { mtimeMs } = await stat(join(folder, name))
    if (now.getTime() - mtimeMs > leftBehindAfter) await rm(join(folder, name), { force: true })
  }
}

async function writeThrough(path: string, bytes: Uint8Array | AsyncIterable<Uint8Array>) {
  const file = await open(path, 'wx', 0o600)
  try {
    await writeFile(file, bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** The new name too must outlive a power cut. */
async function syncFolder(folder: string) {
  // Windows opens no folders, and needs none opened for this.
  if (process.platform === 'win32') return
  const handle = await open(folder)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
  throw error
}

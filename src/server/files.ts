import { randomBytes } from 'node:crypto'
import { createReadStream, existsSync, realpathSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join, sep } from 'node:path'
import { Readable } from 'node:stream'
import type { Env } from './env.ts'
import type { Log } from './log.ts'
import { isDiskFull, isUnwritable } from './sqlite-driver.ts'
import { StorageFault } from './storage-health.ts'

/** Where bytes are kept that are no rows. A key is ours alone: letters, digits, `.`, `_` and `-`, never what somebody typed. */
export type Files = {
  /** all of it or nothing: what is not whole is never found under its key */
  put(key: string, bytes: Bytes): Promise<void>
  /** the same for a stream that is looked at before it counts: what `inspect` throws at is not put */
  putInspected(key: string, bytes: AsyncIterable<Uint8Array>, inspect: Inspect): Promise<void>
  /** sends a whole file that lies on this machine, without a second copy of it; absent where it lies here anyway */
  send?(key: string, path: string): Promise<void>
  read(key: string): Promise<KeptFile | null>
  /** those whose key begins so */
  list(prefix: string): Promise<{ key: string; size: number }[]>
  /** it is no fault if there was nothing */
  remove(key: string): Promise<void>
  /** clears away what a process that was killed in the middle of writing has left behind */
  sweep(now: Date): Promise<void>
}

export type KeptFile = {
  size: number
  stream(range?: Range): Promise<ReadableStream<Uint8Array>>
  /** where the store itself hands it out for a minute, under these names; absent for what lies on this machine */
  temporaryUrl?(as: { type: string; disposition: string }): Promise<string>
}

/** A file that is whole and not yet under its key. Fewer bytes than asked for are all there are. */
export type PartFile = { size: number; read(start: number, length: number): Promise<Buffer> }
export type Inspect = (part: PartFile) => Promise<void>

export type Bytes = Uint8Array | AsyncIterable<Uint8Array>

/** Both ends are part of it, as in a Range header. */
export type Range = { start: number; end: number }

/** A bucket if one is configured, otherwise a folder. What talks to buckets is loaded only for whoever has one. */
export async function openFiles(folder: string, { s3 }: Pick<Env, 's3'>, log: Log): Promise<Files> {
  if (!s3) return createFolderFiles(folder)
  const { createS3Files } = await import('./s3-files.ts')
  return createS3Files(s3, folder, log)
}

/** A folder on this machine. Written beside its place, flushed, then moved there in one step. */
export function createFolderFiles(folder: string): Files {
  const place = (key: string) => join(folder, insistOnKey(key))
  return {
    put: async (key, bytes) => writeWhole(place(key), bytes),
    putInspected: async (key, bytes, inspect) => writeWhole(place(key), bytes, (part) => inspectPart(part, inspect)),
    async list(prefix) {
      const names = (await readdir(folder).catch(nullIfMissing)) ?? []
      const kept = names.filter((name) => name.startsWith(prefix) && !name.endsWith('.part'))
      const found = await Promise.all(kept.map((key) => stat(join(folder, key)).catch(nullIfMissing)))
      return kept.flatMap((key, index) => (found[index]?.isFile() ? [{ key, size: found[index].size }] : []))
    },
    async read(key) {
      const found = await stat(place(key)).catch(nullIfMissing)
      if (!found) return null
      const stream = async (range?: Range) =>
        Readable.toWeb(createReadStream(place(key), range)) as ReadableStream<Uint8Array>
      return { size: found.size, stream }
    },
    async remove(key) {
      await rm(place(key), { force: true })
    },
    sweep: (now) => sweepParts(folder, now),
  }
}

export function insistOnKey(key: string): string {
  if (!/^\w[\w.-]*$/.test(key)) throw new Error(`not a key: ${key}`)
  return key
}

/** A file that is found under its name once it is whole, and outlives a power cut from then on. */
export async function writeWhole(path: string, bytes: Bytes, look = async (_part: string) => {}): Promise<void> {
  await writePart(path, bytes, async (part) => {
    await look(part)
    await rename(part, path)
  })
  await syncFolder(dirname(path))
}

/** Keeps the bytes in a file beside `path`; once they are whole `finish` may have it. No part stays, whatever happens. */
export async function writePart(path: string, bytes: Bytes, finish: (part: string) => Promise<void>) {
  const part = `${path}.${randomBytes(6).toString('hex')}.part`
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeThrough(part, bytes)
    await finish(part)
  } catch (error) {
    if (isDiskFull(error)) throw new StorageFault('full', error)
    throw isUnwritable(error) ? new StorageFault('unwritable', error) : error
  } finally {
    await rm(part, { force: true }).catch(() => {})
  }
}

export async function inspectPart(part: string, inspect: Inspect): Promise<void> {
  const file = await open(part)
  try {
    const { size } = await file.stat()
    await inspect({
      size,
      async read(start, length) {
        const bytes = Buffer.alloc(Math.max(0, Math.min(length, size - start)))
        const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
        return bytes.subarray(0, bytesRead)
      },
    })
  } finally {
    await file.close()
  }
}

const leftBehindAfter = 3_600_000

export async function sweepParts(folder: string, now: Date): Promise<void> {
  for (const name of (await readdir(folder).catch(nullIfMissing)) ?? []) {
    if (!name.endsWith('.part')) continue
    const found = await stat(join(folder, name)).catch(nullIfMissing)
    if (found && now.getTime() - found.mtimeMs > leftBehindAfter) await rm(join(folder, name), { force: true })
  }
}

async function writeThrough(path: string, bytes: Bytes) {
  const file = await open(path, 'wx', 0o600)
  try {
    await writeFile(file, bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Whether a file lies in a folder, or would if it were there, wherever links lead to. */
export function isInside(path: string, folder: string): boolean {
  const real = (place: string): string => {
    if (existsSync(place)) return realpathSync(place)
    const parent = dirname(place)
    return parent === place ? place : join(real(parent), basename(place))
  }
  return real(path).startsWith(real(folder) + sep)
}

/** The new name too must outlive a power cut. */
export async function syncFolder(folder: string) {
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

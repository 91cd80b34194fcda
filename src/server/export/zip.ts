import { existsSync, statSync } from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { crc32 } from 'node:zlib'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { ZipFile as NewZip } from 'yazl'
import { BackupFault } from '#server/backup/envelope.ts'
import { gather } from '#server/backup/records.ts'

/** `isPacked`: pictures and books are, and grow no smaller. */
export type ZipEntry = { path: string; bytes: AsyncIterable<Uint8Array>; size?: number; isPacked?: boolean }

/** A ZIP as it is written, one entry after the other: what is long is never held. */
export async function* zipOf(entries: AsyncIterable<ZipEntry>, mtime: Date): AsyncGenerator<Uint8Array> {
  const zip = new NewZip()
  const output = zip.outputStream.pipe(new PassThrough())
  let current: Readable | undefined
  zip.on('error', (error: Error) => output.destroy(error))
  async function fill() {
    for await (const { path, bytes, size, isPacked = false } of entries) {
      if (output.destroyed) return
      current = Readable.from(bytes, { objectMode: false })
      zip.addReadStream(current, path, { mtime, compress: !isPacked, ...(size === undefined ? {} : { size }) })
      await finished(current)
    }
    zip.end()
  }
  const filled = fill().catch((error) => void output.destroy(error))
  try {
    yield* output
  } finally {
    // Whoever stops listening half-way, on a full disk for instance, lets go of what was being read.
    current?.destroy()
    output.destroy()
    await filled
  }
}

export type Zip = {
  names: readonly string[]
  has(name: string): boolean
  /** refuses what is not as it was written */
  read(name: string): AsyncGenerator<Buffer>
  readWhole(name: string, most: number): Promise<Buffer>
  /** how many bytes all that is called so would be */
  sizeOf(wanted: RegExp): number
  close(): void
}

/** A picture is six entries; a site with thirty thousand of them is past what we know of. */
const mostEntries = 200_000
/** Our longest lists shrink to a thirtieth. */
const mostGrowth = 200
const smallEnough = 20 * 1024 * 1024

/** Nothing of it is ever unpacked to where it says: its names are looked up, and its bytes read. */
export async function openZip(path: string): Promise<Zip> {
  if (!existsSync(path)) throw new BackupFault(`There is no file ${path}.`)
  const file = await openPromise(path, { autoClose: false }).catch(() => {
    throw new BackupFault('This is no ZIP, or not all of it.')
  })
  try {
    const entries = await readTable(file)
    const size = sumOf([...entries.values()])
    if (size > smallEnough + mostGrowth * statSync(path).size) {
      throw new BackupFault('This ZIP would grow beyond any measure. It was not made by Frontispiece.')
    }
    return zipIn(file, entries)
  } catch (error) {
    file.close()
    throw error
  }
}

function sumOf(entries: readonly Entry[]): number {
  return entries.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0)
}

/** For whoever has asked for what is not there. */
function missing(name: string): BackupFault {
  return new BackupFault(`This export is not whole: ${name} is missing.`)
}

async function readTable(file: ZipFile): Promise<Map<string, Entry>> {
  if (file.entryCount > mostEntries) throw new BackupFault('This ZIP holds more files than any export.')
  const entries = new Map<string, Entry>()
  const seen = new Set<string>()
  try {
    for await (const entry of file.eachEntry()) {
      const { fileName } = entry
      const same = fileName.normalize('NFC').toLowerCase()
      if (seen.has(same)) throw new BackupFault(`This ZIP names a file twice: ${fileName}.`)
      seen.add(same)
      if (entry.isEncrypted())
        throw new BackupFault('This ZIP is locked with a password. Unpack it, and pack it anew without one.')
      entries.set(fileName, entry)
    }
  } catch (error) {
    if (error instanceof BackupFault) throw error
    throw new BackupFault('The list of files in this ZIP is damaged, or names places outside of it.')
  }
  return entries
}

function zipIn(file: ZipFile, entries: ReadonlyMap<string, Entry>): Zip {
  async function* read(name: string) {
    const entry = entries.get(name)
    if (!entry) throw missing(name)
    let sum = 0
    try {
      for await (const bytes of await file.openReadStreamPromise(entry)) {
        sum = crc32(bytes, sum)
        yield bytes as Buffer
      }
    } catch {
      throw damaged(name)
    }
    if (sum !== entry.crc32) throw damaged(name)
  }
  return {
    names: [...entries.keys()],
    has: (name) => entries.has(name),
    read,
    async readWhole(name, most) {
      if ((entries.get(name)?.uncompressedSize ?? 0) > most) throw new BackupFault(`${name} is longer than it can be.`)
      return gather(read(name))
    },
    sizeOf: (wanted) => sumOf([...entries.values()].filter(({ fileName }) => wanted.test(fileName))),
    close: () => file.close(),
  }
}

const damaged = (name: string) => new BackupFault(`This ZIP is damaged: ${name} is not as it was written.`)

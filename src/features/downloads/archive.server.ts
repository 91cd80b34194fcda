import { inflateRawSync } from 'node:zlib'
import type { PartFile } from '#server/files.ts'

/** What the table of contents of a ZIP says of one entry. */
type Entry = { offset: number; packed: number; unpacked: number; method: number; isEncrypted: boolean }

export type Archive = {
  has: (name: string) => boolean
  /** null: there is no such entry, or it cannot be read within `most` bytes */
  read: (name: string, most: number) => Promise<Buffer | null>
}

/** The picture books among our readers' have some hundred entries; a table this long is meant to hurt. */
const mostEntries = 10_000
const longestTable = 2 * 1024 * 1024
/** Five times what may be uploaded: text shrinks to a fifth, and pictures do not shrink. More is a bomb. */
const mostUnpacked = 500 * 1024 * 1024

const endLength = 22
const longestComment = 65_535

/** Opens a ZIP by its table of contents, without unpacking it. null: it is damaged, unsafe or absurd. */
export async function openArchive(part: PartFile): Promise<Archive | null> {
  const table = await findTable(part)
  const entries = table && readEntries(table)
  if (!entries) return null

  async function read(name: string, most: number): Promise<Buffer | null> {
    const entry = entries?.get(name)
    if (!entry || entry.isEncrypted || entry.unpacked > most || entry.packed > most + 1_024) return null
    const header = await part.read(entry.offset, 30)
    if (header.length < 30 || header.readUInt32LE(0) !== 0x04034b50) return null
    const start = entry.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
    const packed = await part.read(start, entry.packed)
    if (packed.length < entry.packed) return null
    if (entry.method === 0) return packed
    return entry.method === 8 ? inflate(packed, most) : null
  }
  // A ZIP made on a Mac writes an é as two signs, the book's own description mostly as one.
  const names = new Set([...entries.keys()].map((name) => name.normalize('NFC')))
  return { has: (name) => names.has(name.normalize('NFC')), read }
}

/** Whatever it says of its size, no more than this is ever unpacked. */
function inflate(packed: Buffer, most: number): Buffer | null {
  try {
    return inflateRawSync(packed, { maxOutputLength: most })
  } catch {
    return null
  }
}

async function findTable(part: PartFile): Promise<Buffer | null> {
  const from = Math.max(0, part.size - endLength - longestComment)
  const tail = await part.read(from, part.size - from)
  const at = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]))
  if (at < 0 || at + endLength > tail.length) return null
  const [count, length, offset] = [tail.readUInt16LE(at + 10), tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)]
  if (count > mostEntries || length > longestTable || offset + length > from + at) return null
  return part.read(offset, length)
}

function readEntries(table: Buffer): Map<string, Entry> | null {
  const entries = new Map<string, Entry>()
  let unpacked = 0
  for (let at = 0; at + 46 <= table.length; ) {
    if (table.readUInt32LE(at) !== 0x02014b50) return null
    const nameLength = table.readUInt16LE(at + 28)
    const name = table.subarray(at + 46, at + 46 + nameLength).toString('utf8')
    const entry = {
      offset: table.readUInt32LE(at + 42),
      packed: table.readUInt32LE(at + 20),
      unpacked: table.readUInt32LE(at + 24),
      method: table.readUInt16LE(at + 10),
      isEncrypted: (table.readUInt16LE(at + 8) & 1) === 1,
    }
    unpacked += entry.unpacked
    if (unpacked > mostUnpacked || !isSafe(name) || entries.has(name)) return null
    entries.set(name, entry)
    at += 46 + nameLength + table.readUInt16LE(at + 30) + table.readUInt16LE(at + 32)
  }
  return entries
}

/** A name that stays inside the book, on whatever machine it is unpacked. */
function isSafe(name: string): boolean {
  return name !== '' && !/^[/\\]|^[a-z]:|\\|\0/i.test(name) && !name.split('/').includes('..')
}

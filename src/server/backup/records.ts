import { BackupFault } from './envelope.ts'

/**
 * What a backup is made of, one after the other: a line of JSON behind its length, then `size` bytes. First `start`, then
 * rows, then files, and `end` with the sums of everything before it.
 */
export type BackupRecord =
  | ({ kind: 'start' } & Start)
  | { kind: 'rows'; table: string; columns: string[]; size: number }
  | { kind: 'file'; key: string; size: number }
  | { kind: 'file-end'; sha256: string }
  | ({ kind: 'end' } & Sums)

export type Start = {
  /** the version that wrote it */
  version: string
  engine: 'sqlite' | 'postgres'
  madeAt: string
  /** the migrations its tables have been through, in their order */
  migrations: string[]
  /** the key from which all others are made: links in old letters and sealed words need it */
  rootKey: string
  /** former ones, for links in letters from before; a backup of an older version names none */
  oldKeys?: string[]
  /** the environment as far as it was ours */
  settings: Record<string, string>
  /** what bringing it back will take, in bytes */
  size: { database: number; files: number }
  /** false: rows only, made before a change of the tables; the files stay where they are */
  hasFiles: boolean
}

export type TableSum = { count: number; hash: string }

export type Sums = {
  tables: Record<string, TableSum>
  files: { count: number; bytes: number }
  /** files that rows speak of and the store did not have */
  missing: string[]
}

const longestLine = 16 * 1024 * 1024

export function writeRecord(record: BackupRecord): Buffer {
  const line = Buffer.from(JSON.stringify(record))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(line.length)
  return Buffer.concat([length, line])
}

export type RecordReader = {
  /** null at the end */
  next(): Promise<BackupRecord | null>
  /** the bytes that follow the record that was read last; all of them, before the next */
  body(size: number): AsyncGenerator<Buffer>
}

export function readRecords(bytes: AsyncIterable<Buffer>): RecordReader {
  const parts = bytes[Symbol.asyncIterator]()
  let held: Buffer = Buffer.alloc(0)

  /** Something, but never more than `most`; null once there is nothing more. */
  async function take(most: number): Promise<Buffer | null> {
    while (held.length === 0) {
      const { value, done } = await parts.next()
      if (done) return null
      held = value
    }
    const taken = held.subarray(0, most)
    held = held.subarray(taken.length)
    return taken
  }

  async function* body(size: number) {
    for (let left = size; left > 0; ) {
      const part = await take(left)
      if (!part) throw new BackupFault('This backup ends too early.')
      left -= part.length
      yield part
    }
  }

  return {
    body,
    async next() {
      const first = await take(1)
      if (!first) return null
      const length = Buffer.concat([first, await gather(body(3))]).readUInt32BE()
      if (length > longestLine) throw new BackupFault('This backup holds what no backup holds.')
      return JSON.parse((await gather(body(length))).toString())
    },
  }
}

export async function gather(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const part of bytes) parts.push(part)
  return Buffer.concat(parts)
}

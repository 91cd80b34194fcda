import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'

/** What is the matter with a backup, in one sentence for the person who holds it. */
export class BackupFault extends Error {
  /** nothing is: another one is being made */
  readonly isBusy: boolean

  constructor(sentence: string, { isBusy = false } = {}) {
    super(sentence)
    this.isBusy = isBusy
  }
}

/** Sealed with a passphrase; or with a key that lies in the file itself, which proves that it is whole and hides nothing. */
export type Passphrase = string | null

const magic = Buffer.from('Frontispiece backup 1\n')
const chunkBytes = 64 * 1024
const tagBytes = 16
/** A line of JSON. More is none of ours. */
const longestHead = 512
/** argon2id in 64 MB, a fifth of a second: it is done once for each backup, and tried by whoever has stolen one. */
const dear = { memoryCost: 65_536, timeCost: 3, parallelism: 1 }

type Head = { key: string } | { salt: string; memoryCost: number; timeCost: number; parallelism: number }

/**
 * Seals what passes by in pieces of 64 kB. Each has its number in its nonce, and the last one says that it is the last: no
 * bit can change, no piece be missing or moved, and nothing follow, without `unseal` refusing it.
 */
export async function* seal(plain: AsyncIterable<Uint8Array>, passphrase: Passphrase): AsyncGenerator<Buffer> {
  const head: Head = passphrase
    ? { salt: randomBytes(16).toString('base64url'), ...dear }
    : { key: randomBytes(32).toString('base64url') }
  const opening = Buffer.concat([magic, Buffer.from(`${JSON.stringify(head)}\n`)])
  const key = await keyOf(head, opening, passphrase)
  yield opening
  let number = 0
  const sealed = (piece: Uint8Array, isLast: boolean) => {
    const cipher = createCipheriv('aes-256-gcm', key, nonce(number++, isLast)).setAAD(opening)
    return Buffer.concat([cipher.update(piece), cipher.final(), cipher.getAuthTag()])
  }
  for await (const { piece, isLast } of inPieces(plain, chunkBytes)) yield sealed(piece, isLast)
}

/** The contrary. Throws a BackupFault at the first piece that is not as it was written; hands out nothing of that piece. */
export async function* unseal(
  bytes: AsyncIterable<Uint8Array>,
  passphrase: Passphrase,
  { mustBeSealed = false } = {},
): AsyncGenerator<Buffer> {
  const { opening, rest } = await readOpening(bytes)
  const head = parseHead(opening)
  if ('key' in head && mustBeSealed) {
    throw new BackupFault(
      'This backup is not sealed, so anybody may have made it. If it is yours, take BACKUP_PASSPHRASE out of the settings and try again.',
    )
  }
  if ('salt' in head && !passphrase) {
    throw new BackupFault('This backup is sealed. Set BACKUP_PASSPHRASE to the passphrase it was made with.')
  }
  const key = await keyOf(head, opening, passphrase)
  let number = 0
  for await (const { piece, isLast } of inPieces(rest, chunkBytes + tagBytes)) {
    if (piece.length < tagBytes) throw damaged()
    const decipher = createDecipheriv('aes-256-gcm', key, nonce(number, isLast), { authTagLength: tagBytes })
    decipher.setAAD(opening).setAuthTag(piece.subarray(-tagBytes))
    const plain = decipher.update(piece.subarray(0, -tagBytes))
    try {
      decipher.final()
    } catch {
      throw number === 0 && 'salt' in head
        ? new BackupFault('The passphrase is not the one this backup was made with, or the file is damaged.')
        : damaged()
    }
    number++
    yield plain
  }
}

const damaged = () => new BackupFault('This backup is damaged or cut short.')

async function keyOf(head: Head, opening: Buffer, passphrase: Passphrase): Promise<Buffer> {
  const secret = 'key' in head ? Buffer.from(head.key, 'base64url') : await stretch(head, passphrase ?? '')
  return Buffer.from(hkdfSync('sha256', secret, opening, 'frontispiece backup', 32))
}

function stretch({ salt, memoryCost, timeCost, parallelism }: Extract<Head, { salt: string }>, passphrase: string) {
  const cost = { memoryCost, timeCost, parallelism, outputLen: 32 }
  return hashRaw(passphrase.normalize(), { ...cost, salt: Buffer.from(salt, 'base64url') })
}

function nonce(number: number, isLast: boolean): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUInt32BE(number, 7)
  bytes[11] = isLast ? 1 : 0
  return bytes
}

/** Pieces of one size; whatever is left is the last, even if it is nothing. */
async function* inPieces(bytes: AsyncIterable<Uint8Array>, size: number) {
  let held: Uint8Array[] = []
  let length = 0
  for await (const part of bytes) {
    held.push(part)
    length += part.length
    if (length <= size) continue
    const all = Buffer.concat(held)
    let start = 0
    // One byte more must be there than a piece holds: only then is it not the last.
    for (; all.length - start > size; start += size) yield { piece: all.subarray(start, start + size), isLast: false }
    held = [all.subarray(start)]
    length = all.length - start
  }
  yield { piece: Buffer.concat(held), isLast: true }
}

async function readOpening(
  bytes: AsyncIterable<Uint8Array>,
): Promise<{ opening: Buffer; rest: AsyncIterable<Buffer> }> {
  const parts = bytes[Symbol.asyncIterator]()
  let seen = Buffer.alloc(0)
  const endOfHead = () => seen.indexOf('\n', magic.length) + 1
  while (endOfHead() === 0 && seen.length < longestHead) {
    const { value, done } = await parts.next()
    if (done) break
    seen = Buffer.concat([seen, value])
  }
  if (!seen.subarray(0, magic.length).equals(magic)) throw new BackupFault('This is no backup of Frontispiece.')
  const end = endOfHead()
  if (end === 0 || end > longestHead) throw damaged()
  async function* rest() {
    try {
      yield seen.subarray(end)
      for (let next = await parts.next(); !next.done; next = await parts.next()) yield Buffer.from(next.value)
    } finally {
      // Whoever stops listening half-way lets go of the file.
      await parts.return?.()
    }
  }
  return { opening: seen.subarray(0, end), rest: rest() }
}

/** What somebody else has written here must not cost more than what we write. */
function parseHead(opening: Buffer): Head {
  try {
    const head = JSON.parse(opening.subarray(magic.length).toString())
    if (typeof head.key === 'string') return { key: head.key }
    const { salt, memoryCost, timeCost, parallelism } = head
    const isOurs = memoryCost <= dear.memoryCost * 4 && timeCost <= dear.timeCost * 4 && parallelism <= 4
    if (typeof salt === 'string' && salt.length >= 20 && memoryCost > 0 && timeCost > 0 && parallelism > 0 && isOurs) {
      return { salt, memoryCost, timeCost, parallelism }
    }
  } catch {
    // Said below.
  }
  throw damaged()
}

import { createReadStream } from 'node:fs'
import { lstat, open, readdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { openPromise, type ZipFile } from 'yauzl'
import { CannotDo } from '#server/cannot-start.ts'
import { thisUser } from '#server/folder-rights.ts'

/** One file in what she brings: by its path there, and never unpacked to one of ours. */
export type Piece = { path: string; open: () => Promise<Readable> }

/** What she brings: a file or a packed folder, with the pictures that lie in a folder beside it. */
export type Parcel = {
  /** those of the file itself that may be words */
  texts: readonly Piece[]
  /** all of them, wherever they lie */
  pieces: readonly Piece[]
  close: () => void
}

/** One of them that is there, and does not open. */
export class Unreadable extends CannotDo {
  readonly why: string

  constructor(path: string, why: string) {
    super(`${path} cannot be read: ${why} Nothing was changed here.`)
    this.why = why
  }
}

const mostPieces = 100_000
/** Thousands of pictures need not be opened to see that they are none of the texts. */
const media = /\.(jpe?g|png|gif|webp|avif|svg|heic|ico|mp[34]|m4[av]|mov|webm|pdf|epub|zip|css|js)$/i
const startOfZip = ['PK\x03\x04', 'PK\x05\x06']

export async function openParcel(file: string): Promise<Parcel> {
  const found = await stat(file).catch((error) => {
    throw new CannotDo(isDenied(error) ? `${thisUser()} may not read ${file}.` : `There is no file ${file}.`)
  })
  if (!found.isFile()) throw new CannotDo(`${file} is not a file. Name the file that the other site has given you.`)
  if (found.size === 0) throw new CannotDo(`${file} is empty. Export it once more, and name the new file.`)
  const beside = await piecesBeside(dirname(file))
  const start = (await startOf(file, 4)).toString('latin1')
  if (!startOfZip.includes(start)) {
    const piece = { path: basename(file), open: async () => createReadStream(file) }
    return { texts: [piece], pieces: beside, close: () => {} }
  }
  const zip = await openPromise(file, { lazyEntries: true, autoClose: false }).catch(() => refuseDamaged(file))
  try {
    const inside = await piecesIn(zip, file)
    const texts = inside.filter(({ path }) => !media.test(path))
    return { texts, pieces: [...inside, ...beside], close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function startOf(file: string, length: number): Promise<Buffer> {
  const handle = await open(file).catch(() => {
    throw new CannotDo(`${thisUser()} may not read ${file}.`)
  })
  try {
    return (await handle.read(Buffer.alloc(length), 0, length, 0)).buffer
  } finally {
    await handle.close()
  }
}

async function piecesIn(zip: ZipFile, file: string): Promise<Piece[]> {
  if (zip.entryCount > mostPieces) throw new CannotDo(`${file} holds more than 100,000 files. That is no export.`)
  const pieces: Piece[] = []
  try {
    for await (const entry of zip.eachEntry()) {
      if (entry.fileName.endsWith('/')) continue
      if (entry.isEncrypted()) throw new CannotDo(`${file} has a password. Unpack it, and pack it without one.`)
      pieces.push({ path: entry.fileName, open: () => zip.openReadStreamPromise(entry) })
    }
  } catch (error) {
    if (error instanceof CannotDo) throw error
    refuseDamaged(file)
  }
  return pieces
}

function refuseDamaged(file: string): never {
  throw new CannotDo(`${file} is damaged or cut short. Export or copy it once more. Nothing was changed here.`)
}

/** As the other programs name them. Nothing else in that folder is looked at, and no link is followed out of it. */
const picturesFolders = ['wp-content', 'uploads', 'content', 'images']

async function piecesBeside(folder: string): Promise<Piece[]> {
  const pieces: Piece[] = []
  const waiting = [...picturesFolders]
  for (let path = waiting.pop(); path !== undefined && pieces.length < mostPieces; path = waiting.pop()) {
    const place = join(folder, path)
    const found = await lstat(place).catch((error) => nullIfGone(error, place))
    if (found?.isFile()) pieces.push({ path, open: async () => createReadStream(place) })
    if (!found?.isDirectory()) continue
    const names = (await readdir(place).catch((error) => nullIfGone(error, place))) ?? []
    waiting.push(...names.map((name) => `${path}/${name}`))
  }
  return pieces
}

/** Pictures that are passed over for want of rights would be missed much later. */
function nullIfGone(error: unknown, place: string): null {
  if (codeOf(error) === 'ENOENT') return null
  if (!isDenied(error)) throw error
  throw new CannotDo(
    `${thisUser()} may not read ${place}. Give it the right to, then try again. Nothing was changed here.`,
  )
}

function isDenied(error: unknown): boolean {
  return ['EACCES', 'EPERM'].includes(codeOf(error))
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : ''
}

/** All of it, if it is no more than this; the rest of a larger one is never read. */
export async function readPiece(piece: Piece, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of opened(piece)) {
    chunks.push(chunk)
    size += chunk.length
    if (size > most) return null
  }
  return Buffer.concat(chunks)
}

export async function readStart(piece: Piece, most: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of opened(piece)) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= most) break
  }
  return Buffer.concat(chunks)
    .subarray(0, most)
    .toString()
    .replace(/^\uFEFF/, '')
}

/** Its text, as it passes by. */
export async function* readText(piece: Piece): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  for await (const chunk of opened(piece)) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** What is wrong with it may show anywhere in it. */
async function* opened({ path, open }: Piece): AsyncGenerator<Buffer> {
  try {
    yield* (await open()) as AsyncIterable<Buffer>
  } catch (error) {
    throw new Unreadable(path, isDenied(error) ? 'this user may not read it.' : 'the file is damaged or cut short.')
  }
}

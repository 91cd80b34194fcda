import { createHash } from 'node:crypto'
import { AppError } from '#server/errors.ts'
import { largestBook } from './content.ts'
import type { FileKind } from './file-name.ts'

/** Passes a file through, and stops at the first sign that it is not what its name says. Nothing is ever unpacked. */
export function inspectBook(source: AsyncIterable<Uint8Array>, kind: FileKind) {
  const hash = createHash('sha256')
  const seen = { size: 0, sha256: '' }

  async function* passing() {
    let head = Buffer.alloc(0)
    let tail = Buffer.alloc(0)
    for await (const chunk of source) {
      seen.size += chunk.length
      if (seen.size > largestBook) throw new AppError('too_large', 'A book may be 100 MB at most.')
      if (head.length < headLength) {
        head = Buffer.concat([head, chunk]).subarray(0, headLength)
        if (head.length === headLength) insistOnKind(head, kind)
      }
      tail = Buffer.concat([tail, chunk]).subarray(-tailLength)
      hash.update(chunk)
      yield chunk
    }
    if (seen.size === 0) throw new AppError('invalid', 'The file is empty.')
    insistOnKind(head, kind)
    if (!endsLike[kind](tail)) throw cutShort(kind)
    seen.sha256 = hash.digest('hex')
  }
  return { bytes: passing(), seen }
}

/** By its bytes: a name can be anything. */
function insistOnKind(head: Buffer, kind: FileKind): void {
  if (startsLike[kind](head)) return
  const other = kind === 'EPUB' ? 'PDF' : 'EPUB'
  if (!startsLike[other](head)) throw notA(kind)
  throw new AppError(
    'invalid',
    `This is ${withArticle[other]}, though its name says ${kind}. Choose ${withArticle[kind]}, or put this one there under a name that ends in .${other.toLowerCase()}.`,
  )
}

const withArticle: Record<FileKind, string> = { EPUB: 'an EPUB', PDF: 'a PDF' }

function notA(kind: FileKind): AppError {
  const words = `This is not ${withArticle[kind]}. Export the book as ${kind} from your writing program and try again.`
  return new AppError('invalid', words)
}

function cutShort(kind: FileKind): AppError {
  return new AppError(
    'invalid',
    `This ${kind} is cut short: its end is missing. Export the book once more from your writing program and try again.`,
  )
}

// A ZIP's first entry begins with a header of thirty bytes; in an EPUB it is named `mimetype`, is not compressed and
// holds these twenty bytes, so that anybody can tell without unpacking.
const mimetype = 'application/epub+zip'
const headLength = 30 + 'mimetype'.length + mimetype.length
const tailLength = 22 + 65_535

const startsLike: Record<FileKind, (head: Buffer) => boolean> = {
  EPUB: (head) =>
    head.length === headLength &&
    head.readUInt32LE(0) === 0x04034b50 &&
    head.readUInt16LE(8) === 0 &&
    head.readUInt16LE(26) === 'mimetype'.length &&
    head.readUInt16LE(28) === 0 &&
    head.subarray(30).toString('latin1') === `mimetype${mimetype}`,
  PDF: (head) => head.subarray(0, 5).toString('latin1') === '%PDF-',
}

/** What stands at the end is missing from a file that was cut short: the table of contents, or the mark of a PDF. */
const endsLike: Record<FileKind, (tail: Buffer) => boolean> = {
  EPUB: (tail) => tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06])) >= 0,
  PDF: (tail) => tail.lastIndexOf('%%EOF') >= 0,
}

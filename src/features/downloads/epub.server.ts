import { createHash } from 'node:crypto'
import { AppError } from '#server/errors.ts'
import { largestBook } from './content.ts'

const notABook = () =>
  new AppError('invalid', 'This is not an EPUB. Export the book as EPUB from your writing program and try again.')

/** Passes a book through, and stops at the first sign that it is none. Nothing is ever unpacked. */
export function inspectBook(source: AsyncIterable<Uint8Array>) {
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
        if (head.length === headLength && !startsLikeEpub(head)) throw notABook()
      }
      tail = Buffer.concat([tail, chunk]).subarray(-tailLength)
      hash.update(chunk)
      yield chunk
    }
    if (head.length < headLength || !endsLikeZip(tail)) throw notABook()
    seen.sha256 = hash.digest('hex')
  }
  return { bytes: passing(), seen }
}

// A ZIP's first entry begins with a header of thirty bytes; in an EPUB it is named `mimetype`, is not compressed and
// holds these twenty bytes, so that anybody can tell without unpacking.
const mimetype = 'application/epub+zip'
const headLength = 30 + 'mimetype'.length + mimetype.length
const tailLength = 22 + 65_535

function startsLikeEpub(head: Buffer): boolean {
  const nameLength = head.readUInt16LE(26)
  const extraLength = head.readUInt16LE(28)
  return (
    head.readUInt32LE(0) === 0x04034b50 &&
    head.readUInt16LE(8) === 0 &&
    nameLength === 'mimetype'.length &&
    extraLength === 0 &&
    head.subarray(30).toString('latin1') === `mimetype${mimetype}`
  )
}

/** The table of contents at the end is missing from a file that was cut short. */
function endsLikeZip(tail: Buffer): boolean {
  return tail.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06])) >= 0
}

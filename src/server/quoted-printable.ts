const carriageReturn = 0x0d
const newLine = 0x0a
const equals = 0x3d
/** A line has at most 76 characters, and the last of one that goes on is the mark that says so. */
const longestLine = 75
/** One that goes on is cut before a letter of at most four bytes. */
const shortestCut = longestLine - 12

const digits = Buffer.from('0123456789ABCDEF', 'latin1')
const isSpace = (byte: number) => byte === 0x20 || byte === 0x09
const isLiteral = (byte: number) => isSpace(byte) || (byte > 0x20 && byte < 0x7f && byte !== equals)

const literal = Uint8Array.from({ length: 256 }, (_, byte) => Number(isLiteral(byte)))
/** Of what is written by its number: how much has to fit into a line from here. A letter of several bytes is in one line. */
const needed = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= 0xf0 ? 12 : byte >= 0xe0 ? 9 : byte >= 0xc0 ? 6 : byte >= 0x80 ? 0 : 3,
)

/**
 * A text as mail carries it (RFC 2045, 6.7), with the line ends of mail. Every letter is written so, byte by byte: what
 * stands as it is goes in runs, twice as fast as one by one.
 */
export function quotedPrintable(text: string): string {
  const bytes = Buffer.from(text, 'utf8')
  const longest = bytes.length * 3
  const out = Buffer.allocUnsafe(longest + 3 * Math.ceil(longest / shortestCut))
  let at = 0
  let column = 0
  let next = 0
  while (next < bytes.length) {
    const room = Math.min(bytes.length, next + longestLine - column)
    const from = at
    while (next < room && literal[bytes[next] as number] === 1) out[at++] = bytes[next++] as number
    column += at - from
    const here = bytes[next]
    const isLineEnd = here === undefined || here === newLine || here === carriageReturn
    // A space at the end of a line would be lost on the way.
    const isSpaceLost = isLineEnd && at > from && isSpace(out[at - 1] as number)
    if (isSpaceLost) {
      next--
      at--
      column--
    } else if (here === undefined) break
    else if (here === carriageReturn && bytes[next + 1] === newLine) {
      next++
      continue
    } else if (here === newLine) {
      out[at++] = carriageReturn
      out[at++] = newLine
      column = 0
      next++
      continue
    }
    const byte = bytes[next] as number
    const isFull = literal[byte] === 1 && !isSpaceLost
    if (isFull || column + (needed[byte] as number) > longestLine) {
      out[at++] = equals
      out[at++] = carriageReturn
      out[at++] = newLine
      column = 0
    }
    if (isFull) continue
    out[at++] = equals
    out[at++] = digits[byte >> 4] as number
    out[at++] = digits[byte & 15] as number
    column += 3
    next++
  }
  return out.toString('latin1', 0, at)
}

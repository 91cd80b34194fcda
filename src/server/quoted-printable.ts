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
 * A text as mail carries it (RFC 2045, 6.7), with the line ends of mail. The library writes the same piece by piece, by
 * streams and patterns, which is most of what it takes to send a letter.
 */
export function quotedPrintable(text: string): string {
  const bytes = Buffer.from(text, 'utf8')
  const longest = bytes.length * 3
  const out = Buffer.allocUnsafe(longest + 3 * Math.ceil(longest / shortestCut))
  let at = 0
  let column = 0
  for (let next = 0; next < bytes.length; next++) {
    const byte = bytes[next] as number
    const after = bytes[next + 1]
    if (byte === carriageReturn && after === newLine) continue
    if (byte === newLine) {
      out[at++] = carriageReturn
      out[at++] = newLine
      column = 0
      continue
    }
    const isAtEnd = after === undefined || after === newLine || after === carriageReturn
    const isPlain = literal[byte] === 1 && !(isAtEnd && isSpace(byte))
    if (column + (isPlain ? 1 : (needed[byte] as number)) > longestLine) {
      out[at++] = equals
      out[at++] = carriageReturn
      out[at++] = newLine
      column = 0
    }
    if (isPlain) {
      out[at++] = byte
      column++
      continue
    }
    out[at++] = equals
    out[at++] = digits[byte >> 4] as number
    out[at++] = digits[byte & 15] as number
    column += 3
  }
  return out.toString('latin1', 0, at)
}

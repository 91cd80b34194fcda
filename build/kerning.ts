/** Where tables of an OpenType font begin that is not compressed. */
function placeOf(font: Buffer, tag: string): number {
  const at = font.indexOf(tag, 12, 'latin1')
  return font.readUInt32BE(at + 8)
}

/**
 * Rounds the distances between pairs of letters to steps of a fortieth of an em, in place. Nobody sees a quarter of a
 * pixel; but there are thousands of them, and numbers that recur weigh next to nothing once they are compressed.
 */
export function roundKerning(font: Buffer): void {
  const step = Math.round(font.readUInt16BE(placeOf(font, 'head') + 18) / 40)
  const number = (at: number) => font.readUInt16BE(at)
  const list = (at: number, width = 2) => Array.from({ length: number(at) }, (_, i) => at + 2 + i * width)
  const round = (at: number) => font.writeInt16BE(Math.round(font.readInt16BE(at) / step) * step, at)

  const gpos = placeOf(font, 'GPOS')
  const lookups = gpos + number(gpos + 8)
  for (const lookup of list(lookups).map((at) => lookups + number(at))) {
    for (let subtable of list(lookup + 4).map((at) => lookup + number(at))) {
      const isFarAway = number(lookup) === 9
      const kind = number(isFarAway ? subtable + 2 : lookup)
      if (isFarAway) subtable += font.readUInt32BE(subtable + 4)
      // Pairs that move the first of two letters sideways, and nothing else.
      if (kind !== 2 || number(subtable + 4) !== 4 || number(subtable + 6) !== 0) continue
      if (number(subtable) === 1) {
        for (const set of list(subtable + 8)) for (const pair of list(subtable + number(set), 4)) round(pair + 2)
      } else {
        const classes = number(subtable + 12) * number(subtable + 14)
        for (let i = 0; i < classes; i++) round(subtable + 16 + 2 * i)
      }
    }
  }
}

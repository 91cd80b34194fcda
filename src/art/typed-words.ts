import { fitLongTitle, type Outline, type Setting } from './lettering.ts'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Signs that fill a square: Chinese, Japanese, Korean. */
const square = /[\u1100-\u11ff\u2e80-\ud7af\uf900-\ufaff\uff00-\uffef\u{20000}-\u{3ffff}]/u

/** About how wide letters of an unknown font are; rather too wide than over the edge. */
const estimate: Outline = (text, _face, size) => ({
  d: '',
  width: Array.from(text).reduce((sum, sign) => sum + (square.test(sign) ? 1 : 0.68), 0) * size,
})

/** Signs that are written without blanks between words break anywhere. */
function breakSigns(text: string, most: number): string[] {
  const signs = Array.from(text)
  const each = Math.ceil(signs.length / Math.min(most, Math.ceil(signs.length / 6)))
  return Array.from({ length: Math.ceil(signs.length / each) }, (_, line) =>
    signs.slice(line * each, (line + 1) * each).join(''),
  )
}

function fitTyped(text: string, measure: number, largest: readonly number[]): Setting {
  if (!square.test(text) || text.includes(' ')) return fitLongTitle(estimate, text, { face: 'prose', measure, largest })
  const lines = breakSigns(text, largest.length)
  const widest = Math.max(...lines.map((line) => estimate(line, 'prose', 1).width))
  return { lines, size: Math.min(largest[lines.length - 1] ?? 20, measure / widest) }
}

/**
 * Words in a script no face of the house has, as text: whoever reads it has a font for it, which a picture in a page may
 * use. Set around `x`, the first line on `y`.
 */
export function typedWords(
  text: string,
  { measure, largest, leading, fill }: { measure: number; largest: readonly number[]; leading: number; fill: string },
  { x, y }: { x: number; y: (lines: number, size: number) => number },
): string {
  const { lines, size } = fitTyped(text, measure, largest)
  const first = y(lines.length, size)
  return lines
    .map((line, i) => {
      const written = line.replace(/[&<>"]/g, (sign) => entities[sign] ?? '')
      const at = `x="${x}" y="${Math.round(first + i * size * leading)}" font-size="${Math.floor(size)}"`
      return `<text ${at} font-family="serif" text-anchor="middle" fill="${fill}">${written}</text>`
    })
    .join('')
}

/** The faces covers and cards are set in; the build owns the files behind these names. */
export type Face = 'display' | 'clinic' | 'label' | 'prose'

export type Lettering = { d: string; width: number }

/** Text as outlines, baseline at the origin: an SVG inside `<img>` cannot load a web font. Tracking is in ems. */
export type Outline = (text: string, face: Face, size: number, tracking?: number) => Lettering

export type Line = { text: string; face: Face; size: number; tracking?: number; fill: string; x: number; y: number }

export function setLine(outline: Outline, line: Line, anchor: 'start' | 'end' | 'middle' = 'start'): string {
  const { d, width } = outline(line.text, line.face, line.size, line.tracking)
  const shift = { start: 0, middle: width / 2, end: width }[anchor]
  const x = Math.round((line.x - shift) * 10) / 10
  return `<path transform="translate(${x} ${Math.round(line.y * 10) / 10})" fill="${line.fill}" d="${d}"/>`
}

function breaks(words: readonly string[], lines: number): string[][] {
  if (lines === 1) return [[words.join(' ')]]
  return words
    .slice(0, words.length - lines + 1)
    .flatMap((_, i) => breaks(words.slice(i + 1), lines - 1).map((rest) => [words.slice(0, i + 1).join(' '), ...rest]))
}

export type Setting = { lines: string[]; size: number }

export type Fit = {
  face: Face
  measure: number
  /** largest size for a title of one line, of two, and so on; its length is the most lines allowed */
  largest: readonly number[]
}

function widest(outline: Outline, lines: readonly string[], face: Face): number {
  return Math.max(...lines.map((line) => outline(line, face, 100).width)) / 100
}

/** The line breaks that let a title stand largest. One more line must earn itself by a fifth. */
export function fitTitle(outline: Outline, title: string, { face, measure, largest }: Fit): Setting {
  const words = title.split(' ')
  const candidates = largest.slice(0, words.length).flatMap((limit, index) => {
    const [best] = breaks(words, index + 1)
      .map((lines) => ({ lines, width: widest(outline, lines, face) }))
      .sort((a, b) => a.width - b.width)
    return best ? [{ lines: best.lines, size: Math.min(limit, measure / best.width) }] : []
  })
  return candidates.reduce((best, next) => (next.size > best.size * 1.2 ? next : best), { lines: [title], size: 1 })
}

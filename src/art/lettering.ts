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

/** A word longer than this is cut: it may be a whole title without a blank in it. */
const longestWord = 20

function cutWords(title: string): string[] {
  return title.split(' ').flatMap((word) => word.match(new RegExp(`.{1,${longestWord}}`, 'gu')) ?? [])
}

/** Words put on lines no wider than `limit`, as many on each as fit. */
function wrap(words: readonly string[], widths: readonly number[], blank: number, limit: number): string[] {
  const lines: string[] = []
  let width = Number.POSITIVE_INFINITY
  words.forEach((word, index) => {
    const wider = width + blank + (widths[index] ?? 0)
    const isNew = wider > limit
    lines[isNew ? lines.length : lines.length - 1] = isNew ? word : `${lines.at(-1)} ${word}`
    width = isNew ? (widths[index] ?? 0) : wider
  })
  return lines
}

/** The narrowest setting of some words on at most so many lines. */
function narrowest(words: readonly string[], widths: readonly number[], blank: number, most: number): string[] {
  let low = Math.max(...widths)
  let high = widths.reduce((sum, width) => sum + width + blank, 0)
  for (let step = 0; step < 24; step++) {
    const middle = (low + high) / 2
    if (wrap(words, widths, blank, middle).length <= most) high = middle
    else low = middle
  }
  return wrap(words, widths, blank, high)
}

/** As `fitTitle`, for a title of any length: trying every way to break it would take longer than drawing the picture. */
export function fitLongTitle(outline: Outline, title: string, { face, measure, largest }: Fit): Setting {
  const words = cutWords(title)
  const widths = words.map((word) => outline(word, face, 100).width / 100)
  const blank = (outline('n n', face, 100).width - outline('nn', face, 100).width) / 100
  const candidates = largest.map((limit, index) => {
    const lines = narrowest(words, widths, blank, index + 1)
    return { lines, size: Math.min(limit, measure / widest(outline, lines, face)) }
  })
  return candidates.reduce((best, next) => (next.size > best.size * 1.2 ? next : best))
}

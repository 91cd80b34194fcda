import { hash } from './noise.ts'
import { type PaletteName, paletteNames } from './palette.ts'

/** What a cover can be drawn with. Names only: a screen offers them, and draws none. */
export const motifNames = ['rings', 'stair', 'rain', 'door', 'wave', 'branches', 'moon', 'threads'] as const
export type MotifName = (typeof motifNames)[number]

export const letteringNames = ['display', 'sans'] as const
export type LetteringName = (typeof letteringNames)[number]

export type CoverDesign = { motif: MotifName; palette: PaletteName; lettering: LetteringName; seed: number }

/** Beginnings of words that ask for a picture of their own. */
const hints: Record<MotifName, readonly string[]> = {
  rings: ['ring', 'circle', 'year', 'echo', 'age', 'century'],
  stair: ['stair', 'step', 'tower', 'fall', 'descen', 'climb', 'below', 'cellar', 'attic'],
  rain: ['rain', 'storm', 'weather', 'umbrella', 'flood', 'tear', 'april', 'november'],
  door: ['door', 'house', 'room', 'home', 'threshold', 'key', 'guest', 'visitor', 'stranger', 'inn'],
  wave: ['wave', 'sea', 'ocean', 'water', 'tide', 'drown', 'harbo', 'coast', 'river', 'salt', 'ship'],
  branches: ['branch', 'tree', 'forest', 'wood', 'root', 'orchard', 'garden', 'family', 'oak', 'winter'],
  moon: ['moon', 'night', 'star', 'midnight', 'lunar', 'sky', 'dark', 'wolf'],
  threads: ['thread', 'silk', 'veil', 'weav', 'web', 'knot', 'string', 'lace', 'skein', 'tie', 'secret'],
}

function hinted(title: string): MotifName[] {
  const words = title.toLowerCase().match(/\p{L}+/gu) ?? []
  return motifNames.filter((motif) => words.some((word) => hints[motif].some((start) => word.startsWith(start))))
}

/** The same names, beginning somewhere else for each title. */
function shuffled<T>(names: readonly T[], title: string): T[] {
  const start = hash(title) % names.length
  return [...names.slice(start), ...names.slice(0, start)]
}

/** What most of a series has, the first of equals; undefined where there is nothing to go by. */
function usual<T>(values: readonly T[]): T | undefined {
  const count = (value: T) => values.filter((other) => other === value).length
  return [...values].sort((a, b) => count(b) - count(a))[0]
}

type Taken = Omit<CoverDesign, 'seed'>

/**
 * A design for a title: the palette and the lettering of its series, and a motif the series does not show in it yet. Only
 * when every pair of motif and palette is taken does one come again.
 */
export function suggestDesign(title: string, takenInSeries: readonly Taken[]): CoverDesign {
  const palettes = shuffled(paletteNames, title)
  const palette = usual(takenInSeries.map((taken) => taken.palette)) ?? palettes[0] ?? 'bone'
  const motifs = [...new Set([...hinted(title), ...shuffled(motifNames, `${title} motif`)])]
  const pairs = [palette, ...palettes.filter((name) => name !== palette)].flatMap((name) =>
    motifs.map((motif) => ({ motif, palette: name })),
  )
  const uses = pairs.map(
    (pair) => takenInSeries.filter((taken) => taken.motif === pair.motif && taken.palette === pair.palette).length,
  )
  const pair = pairs[uses.indexOf(Math.min(...uses))] ?? { motif: 'rings', palette }
  const lettering = usual(takenInSeries.map((taken) => taken.lettering)) ?? (hash(title) % 3 ? 'display' : 'sans')
  return { ...pair, lettering, seed: 1 }
}

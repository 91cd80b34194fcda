import type { CoverDesign, MotifName } from './cover-design.ts'
import { calmFrom, scrims } from './cover-ground.ts'
import { coverWords } from './cover-words.ts'
import { coverHeight as height, type Motif, coverWidth as width } from './motif.ts'
import { branches } from './motif-branches.ts'
import { door } from './motif-door.ts'
import { moon } from './motif-moon.ts'
import { rain } from './motif-rain.ts'
import { rings } from './motif-rings.ts'
import { stair } from './motif-stair.ts'
import { skein } from './motif-threads.ts'
import { wave } from './motif-wave.ts'
import { hash, type Random, random } from './noise.ts'
import type { Lettered } from './outline.ts'
import { palettes } from './palette.ts'
import { scene } from './scene.ts'
import { picture } from './svg.ts'

const motifs: Record<MotifName, (next: Random) => Motif> = {
  rings,
  stair,
  rain,
  door,
  wave,
  branches,
  moon,
  threads: skein,
}

export type CoverRecipe = CoverDesign & { title: string; series: string | null; number: number | null }

/** A cover for any book, drawn in the manner of the house: the same recipe gives the same picture, another seed another. */
export function drawnCover(recipe: CoverRecipe, authorName: string, lettered: Lettered): string {
  const { title, series, number, motif, palette, lettering, seed } = recipe
  const inks = palettes[palette]
  const drawing = scene('c', width, height, inks, motifs[motif](random(hash(`${motif} ${seed} ${title}`))))
  const words = coverWords({ title, series, number, authorName }, lettering, inks, lettered)
  return picture(
    width,
    height,
    drawing + scrims('c', inks, Math.min(calmFrom, Math.round(words.top) - 130)) + words.svg,
  )
}

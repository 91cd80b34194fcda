import { coverHeight as height, coverWidth as width } from './motif.ts'
import type { Palette } from './palette.ts'
import { downward, rect } from './svg.ts'

/** Where the calm begins under a title of one or two lines. */
export const calmFrom = 540
/** and how far below that it is complete */
const calmAfter = 165.6

/** Calm ground under the words, above and below. A title of many lines needs more of it. */
export function scrims(id: string, { ground, deep }: Palette, from = calmFrom): string {
  const above = downward(`${id}-t`, [
    { at: 0, colour: ground },
    { at: 0.45, colour: ground, opacity: 0.9 },
    { at: 1, colour: ground, opacity: 0 },
  ])
  const tall = height - from
  const below = downward(`${id}-s`, [
    { at: 0, colour: deep, opacity: 0 },
    { at: Math.round((calmAfter / tall) * 100) / 100, colour: deep, opacity: 0.9 },
    { at: 1, colour: deep, opacity: 0.97 },
  ])
  return `<defs>${above}${below}</defs>${rect(0, 0, width, 150, `url(#${id}-t)`)}${rect(0, from, width, tall, `url(#${id}-s)`)}`
}

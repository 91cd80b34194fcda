import type { Glow } from './svg.ts'

/** What a cover shows: lines in the series colour, and at most one that is lit. */
export type Motif = {
  lines: string[]
  /** the live line: a stroke, because a spike in a ribbon that runs sideways would vanish */
  live?: string
  /** where the lines are brightest */
  glow: Glow
}

export const coverWidth = 600
export const coverHeight = 900

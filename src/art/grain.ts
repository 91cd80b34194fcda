import { random } from './noise.ts'

export const grainSize = 128

// Four greys, the outer two rare: little enough surprise for the tile to pack into 4 kB.
const greys = [88, 118, 138, 168]

/** One tile of film grain, a grey byte for every pixel. */
export function grain(): Uint8Array {
  const next = random(128)
  return Uint8Array.from({ length: grainSize * grainSize }, () => {
    const roll = next()
    return greys[roll < 0.08 ? 0 : roll < 0.5 ? 1 : roll < 0.92 ? 2 : 3] ?? 128
  })
}

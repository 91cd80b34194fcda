import type { Surface } from './cloth.ts'
import { bell } from './maths.ts'
import { valueNoise } from './noise.ts'

/** `x`: where the air moves them; `wide` and `deep`: one fold. */
export type Pleats = { x: number; wide: number; deep: number }

/** A curtain and nothing else: folds, and the draught that goes through them. */
export function pleats({ x: draught, wide, deep }: Pleats): Surface {
  const uneven = valueNoise(41)
  const read = (x: number, y: number) => {
    const aside = (uneven(x / (wide * 3), y / (wide * 9)) - 0.5) * 3.4
    const stirred = Math.sin(y / (wide * 2.4) + x / (wide * 5)) * 1.1 * bell(x - draught, wide * 7)
    return deep * (0.35 + 0.65 * uneven(x / (wide * 2), 7)) * Math.sin(x / (wide / 2) + aside + stirred)
  }
  return {
    at: (x, y) => ({
      height: read(x, y),
      slopeX: (read(x + 1, y) - read(x - 1, y)) / 2,
      slopeY: (read(x, y + 1) - read(x, y - 1)) / 2,
    }),
  }
}

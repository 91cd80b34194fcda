import type { Surface } from './cloth.ts'
import { clamp } from './maths.ts'
import { valueNoise } from './noise.ts'
import { along, ribbon } from './ribbons.ts'

export type Curtain = {
  width: number
  height: number
  surface: Surface
  /** distance from the thread at x to the next one */
  gap: (x: number) => number
  steps?: number
  seed?: number
  /** thinnest and thickest half-width */
  thin?: number
  thick?: number
  /** sideways shift of a thread per unit of height: the cloth is seen a little from one side */
  parallax?: number
  /** how far the hanging folds wander */
  folds?: number
  /** where the light comes from; it is always above */
  light?: number
  /** weight of every thread at a place, from 0 to 1 */
  weight?: (x: number, y: number) => number
  epsilon?: number
}

/** How bright the cloth is here: a lamp from one side, and a rim where it turns away. Flat cloth gives 0. */
function brightness(slopeX: number, slopeY: number, light: number): number {
  const steep = Math.hypot(slopeX, slopeY)
  const length = Math.sqrt(1 + steep * steep)
  const lamp = (-slopeX * light - slopeY * -0.55) / length
  const rim = steep / length
  return lamp * 0.75 + rim * 0.45
}

/** Half-width of a line on cloth that slopes like this: thicker in the light, thinner in the shade. */
export function weigh(slopeX: number, slopeY: number, light: number, thin: number, thick: number): number {
  const lit = brightness(slopeX, slopeY, light)
  return thin * (1 + Math.min(0, lit) * 0.8) + (thick - thin) * clamp(lit)
}

const bleed = 40

type Place = { x: number; gap: number }

function hangThreads(width: number, gapAt: (x: number) => number): Place[] {
  const places: Place[] = []
  for (let x = -bleed; x < width + bleed; ) {
    const gap = gapAt(x)
    places.push({ x, gap })
    x += gap
  }
  return places
}

/** Threads of a curtain, one path each, left to right. */
export function threads(curtain: Curtain): string[] {
  const { width, height, surface, seed = 1, parallax = 0.3, folds = 10, light = -0.7 } = curtain
  const { thin = 0.55, thick = 3, steps = 150, weight = () => 1, epsilon } = curtain
  const sway = valueNoise(seed)
  const slub = valueNoise(seed + 17)
  return hangThreads(width, curtain.gap).map(({ x, gap }) => {
    const stations = along(steps, (t) => {
      const y = t * height
      const { height: out, slopeX, slopeY } = surface.at(x, y)
      const fold = (sway(x / 46, y / 700) - 0.5) * folds * (0.35 + t)
      const half = weigh(slopeX, slopeY, light, thin, thick) * (0.8 + 0.4 * slub(x / 30, y / 300)) * weight(x, y)
      // Where the cloth turns away the threads crowd; thinning them keeps each one a line.
      const room = gap * Math.max(0.12, 1 + parallax * slopeX) * 0.4
      return { x: x + fold + out * parallax, y, nx: 1, ny: 0, half: Math.min(half, room) }
    })
    return ribbon(stations, epsilon)
  })
}

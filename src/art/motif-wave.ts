import { clamp, mix, smooth } from './maths.ts'
import type { Motif } from './motif.ts'
import { between, type Random, valueNoise } from './noise.ts'
import { along, type Bead, lines, ribbonAlong } from './ribbons.ts'

/** A wave at the moment before it breaks: one curve, and every line of water is the same curve, nearer or farther. */
export function wave(next: Random): Motif {
  const side = next() < 0.5 ? -1 : 1
  const eye = { x: 300 + side * between(next, -30, 30), y: between(next, 282, 306) }
  const tight = between(next, 0.19, 0.27)
  const swell = valueNoise(Math.floor(next() * 9973))
  const count = 56
  const water = lines(count, (index) => {
    const share = index / (count - 1)
    const size = mix(56, 900, share ** 1.25)
    const ends = mix(5.3, 1.35, smooth(0.02, 0.62, share)) + (swell(index * 0.9, 3) - 0.5) * 0.34
    const flat = 420
    const beads: Bead[] = along(300, (t) => {
      const way = t * (flat + ends * 110)
      // First along the trough, then up the face and over.
      const angle = Math.max(0, (way - flat) / 110)
      const r = size * Math.exp(-tight * angle)
      const run = Math.min(0, way - flat) * 1.5
      const ripple = (swell(way / 50, index * 0.6) - 0.5) * 5 * smooth(0, 260, way)
      const x = Math.sin(angle) * (r + ripple) + run
      // The trough is where it is steepest, and flattens out to the side it came from.
      const trough = size * 0.7
      const y = Math.cos(angle) * (r + ripple) - tight * trough * (Math.exp(run / trough) - 1)
      const lit = clamp(0.5 + 0.5 * Math.cos(angle - 2.5))
      const tip = smooth(0, 0.07, 1 - t)
      return { x: eye.x + side * x, y: eye.y + y * 0.86, half: (0.5 + 2 * lit ** 1.8 * smooth(0, 0.2, share)) * tip }
    })
    return ribbonAlong(beads, 0.42)
  })
  return { lines: water, glow: { x: eye.x, y: eye.y - 60, r: 470 } }
}

import { bell, clamp, mix, smooth } from './maths.ts'
import { type Motif, coverWidth as width } from './motif.ts'
import { between, type Noise, type Random, valueNoise } from './noise.ts'
import { traces } from './traces.ts'

type Crater = { x: number; y: number; r: number }

type Moon = {
  x: number
  y: number
  r: number
  craters: Crater[]
  seas: Noise
  lamp: { x: number; y: number; z: number }
}

function moonOf(next: Random): Moon {
  const side = next() < 0.5 ? -1 : 1
  const disc = { x: between(next, 262, 338), y: between(next, 290, 318), r: between(next, 132, 152) }
  // From nearly full to a thin one.
  const phase = between(next, 0.35, 1.95)
  const craters = Array.from({ length: 34 }, () => {
    const angle = between(next, 0, Math.PI * 2)
    const away = Math.sqrt(next()) * 0.9
    return { x: Math.cos(angle) * away, y: Math.sin(angle) * away, r: 0.035 + 0.17 * next() ** 3 }
  })
  const lamp = { x: side * Math.sin(phase), y: -0.34, z: Math.cos(phase) }
  return { ...disc, craters, seas: valueNoise(Math.floor(next() * 9973)), lamp }
}

/** How much light the moon throws back from here; null beside it. */
function shine({ x: cx, y: cy, r, craters, seas, lamp }: Moon, x: number, y: number): number | null {
  const ux = (x - cx) / r
  const uy = (y - cy) / r
  const flat = ux * ux + uy * uy
  if (flat >= 1) return null
  let nx = ux
  let ny = uy
  for (const crater of craters) {
    const dx = (ux - crater.x) / crater.r
    const dy = (uy - crater.y) / crater.r
    const away = Math.hypot(dx, dy)
    if (away > 1.5) continue
    // Down to the middle, up to the rim, and slowly down again outside of it.
    const slope = away < 1 ? -0.75 * away : 0.7 * (1.5 - away)
    nx += dx * slope
    ny += dy * slope
  }
  const lit = (nx * lamp.x + ny * lamp.y + Math.sqrt(1 - flat) * lamp.z) / Math.hypot(lamp.x, lamp.y, lamp.z)
  const dark = 1 - 0.45 * smooth(0.5, 0.68, seas(ux * 2.2 + 9, uy * 2.2 + 9))
  return clamp(lit * 1.25) ** 0.8 * dark
}

const skyFrom = 96
const gap = 4.7
const waves = 24

/** A moon over water; how much of it, and from which side, is the title's own affair. */
export function moon(next: Random): Motif {
  const disc = moonOf(next)
  const horizon = between(next, 512, 530)
  const ripple = valueNoise(Math.floor(next() * 9973))
  const above = Math.round((horizon - skyFrom) / gap)
  const deep = (index: number) => (index - above) / waves
  const row = (index: number) =>
    index < above ? skyFrom + index * gap : horizon + 5 + Math.max(0, deep(index)) ** 1.35 * 190
  const lines = traces({
    width,
    count: above + waves,
    steps: 480,
    epsilon: 0.1,
    y: (index, x) => {
      if (index < above) return row(index)
      const depth = deep(index)
      return row(index) + (ripple(x / mix(20, 60, depth), index * 1.9) - 0.5) * mix(1.5, 9, depth)
    },
    half: (index, x) => {
      if (index < above) {
        const lit = shine(disc, x, row(index))
        // The dark half is darker than the sky: that is all there is of its edge.
        return lit === null ? 0.38 : 0.06 + 1.6 * lit
      }
      const depth = deep(index)
      const glint = bell(x - disc.x, 46 + depth * 70) * smooth(0.3, 0.75, ripple(x / 17, index * 5.3))
      return 0.34 + (1.1 + 1.5 * depth) * glint
    },
  })
  return { lines, glow: { x: disc.x, y: disc.y + 30, r: 440 } }
}

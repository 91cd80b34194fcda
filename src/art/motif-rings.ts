import { bell, clamp, smooth } from './maths.ts'
import type { Motif } from './motif.ts'
import { between, type Random, valueNoise } from './noise.ts'
import { along, ribbonAlong } from './ribbons.ts'

const turn = Math.PI * 2

/** The way from one angle to another, the short way round. */
function apart(one: number, other: number): number {
  return Math.atan2(Math.sin(one - other), Math.cos(one - other))
}

type Year = { radius: number; weight: number }

/** Good years and bad ones, from the heart to the bark. */
function yearsOf(next: Random): Year[] {
  const years: Year[] = []
  const climate = valueNoise(Math.floor(next() * 9973))
  for (let radius = 7; radius < 246; ) {
    const good = climate(years.length / 3, 0.5)
    const gap = 6 + 6.5 * good
    years.push({ radius, weight: 0.7 + 0.5 * good })
    radius += gap
  }
  return years
}

/** The years of a tree, felled; and the split that was in it all along. */
export function rings(next: Random): Motif {
  const heart = { x: between(next, 276, 324), y: between(next, 352, 384) }
  const drift = { x: between(next, -0.16, 0.16), y: between(next, -0.12, 0.12) }
  const light = next() < 0.5 ? Math.PI * 1.22 : Math.PI * 1.78
  const split = between(next, 0, turn)
  const wide = between(next, 0.022, 0.036)
  const checks = [0, 1, 2].map(() => ({
    angle: between(next, 0, turn),
    from: between(next, 40, 130),
    to: between(next, 150, 230),
  }))
  const knots = [0, 1].map(() => ({
    angle: between(next, 0, turn),
    at: between(next, 90, 170),
    size: between(next, 10, 22),
  }))
  const shape = valueNoise(Math.floor(next() * 9973))
  const grain = valueNoise(Math.floor(next() * 9973))
  const years = yearsOf(next)
  const lines = years.map(({ radius, weight }, year) => {
    const isBark = year > years.length - 3
    const beads = along(360, (t) => {
      // The seam lies in the split, where no line is.
      const angle = split + t * turn
      const grown = clamp(radius / 120)
      const uneven =
        (shape(Math.cos(angle) * 1.1 + 7, Math.sin(angle) * 1.1 + 7) - 0.5) * 0.34 * grown +
        (shape(Math.cos(angle) * 4 + 30, Math.sin(angle) * 4 + 30 + radius / 60) - 0.5) * 0.06 * grown
      const knotted = knots.reduce(
        (sum, { angle: at, at: from, size }) =>
          sum +
          size * bell(apart(angle, at), 0.2) * smooth(from - 50, from + 20, radius) * smooth(from + 130, from, radius),
        0,
      )
      const r = radius * (1 + uneven) + knotted + (isBark ? (grain(angle * 9, year) - 0.5) * 7 : 0)
      const open = wide * smooth(6, 190, radius) * (0.75 + 0.5 * grain(radius / 14, 3)) + 2 / (radius + 8)
      const isSplit =
        Math.abs(apart(angle, split)) < open ||
        checks.some(
          (check) =>
            Math.abs(apart(angle, check.angle)) <
            0.016 * smooth(check.from, check.from + 40, radius) * smooth(check.to + 30, check.to - 20, radius),
        )
      const lit = 0.5 + 0.5 * Math.cos(angle - light)
      const worn = 0.72 + 0.56 * grain((Math.cos(angle) * radius) / 26 + 50, (Math.sin(angle) * radius) / 26 + 50)
      const half = (0.5 + 2.1 * lit ** 1.5) * weight * worn * (isBark ? 1.5 : 1)
      return {
        x: heart.x + drift.x * radius + Math.cos(angle) * r,
        y: heart.y + drift.y * radius + Math.sin(angle) * r,
        half: isSplit ? 0 : half,
      }
    })
    return ribbonAlong(beads, 0.3)
  })
  const glow = { x: heart.x + Math.cos(light) * 110, y: heart.y + Math.sin(light) * 90, r: 420 }
  return { lines, glow }
}

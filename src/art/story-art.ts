import { bust } from './bust.ts'
import { hangCloth, type Relief } from './cloth.ts'
import { hand } from './hand.ts'
import { bell, clamp, smooth } from './maths.ts'
import { between, hash, type Noise, type Random, random, valueNoise } from './noise.ts'
import { type Genre, genrePalettes, knownGenre } from './palette.ts'
import { along, lines, ribbonAlong } from './ribbons.ts'
import { circle } from './shape.ts'
import { around, type Glow, picture, rect } from './svg.ts'
import { threads } from './threads.ts'

const width = 480
const height = 300

type Sketch = { lines: string[]; glow: Glow }

function veil(form: Relief, next: Random, glow: Glow): Sketch {
  const surface = hangCloth(form, { width, height, cell: 3, pull: 0.008, hang: 1.2, sweeps: 90 })
  const seed = Math.floor(next() * 9973)
  const side = next() < 0.5 ? -1 : 1
  const shared = { width, height, surface, seed, gap: () => 5.2, thin: 0.42, thick: 2.3, folds: 7, steps: 110 }
  return { lines: threads({ ...shared, light: side * 0.66, parallax: side * -0.22, epsilon: 0.25 }), glow }
}

/** One of them at the cloth: all of it, or so close that only the face fits, or only the hand. */
function supernaturalSuspense(next: Random): Sketch {
  const kind = next()
  const x = between(next, 140, 340)
  const roll = between(next, -0.2, 0.2)
  const yaw = between(next, -0.4, 0.4)
  const glow = { x, y: 140, r: 300 }
  if (kind < 0.3) return veil(hand(x, between(next, 178, 196), 52, roll * 2), next, glow)
  if (kind < 0.6) return veil(bust({ x, y: 150, scale: between(next, 118, 136), roll: roll * 1.6, yaw }), next, glow)
  return veil(bust({ x, y: between(next, 110, 126), scale: between(next, 56, 76), roll, yaw }), next, glow)
}

/** Two of them, turned towards each other or away. */
function supernaturalDrama(next: Random): Sketch {
  const turn = between(next, 0.3, 0.6) * (next() < 0.65 ? 1 : -1)
  const left = bust({
    x: between(next, 128, 160),
    y: between(next, 112, 138),
    scale: between(next, 60, 72),
    yaw: turn,
    roll: 0.05,
  })
  const right = bust({
    x: between(next, 320, 352),
    y: between(next, 112, 138),
    scale: between(next, 60, 72),
    yaw: -turn,
    roll: -0.05,
  })
  return veil((x, y) => Math.max(left(x, y), right(x, y)), next, { x: 240, y: 140, r: 320 })
}

/** A keyhole, and the light it lets through along the slant of the lines. */
function mysteryThriller(next: Random): Sketch {
  const x = between(next, 170, 310)
  const y = between(next, 92, 122)
  const slant = between(next, 0.3, 0.55) * (next() < 0.5 ? -1 : 1)
  const head = circle(x, y, 33)
  const gap = 4.6
  const count = Math.ceil((width + Math.abs(slant) * height) / gap) + 2
  const start = slant > 0 ? -slant * height : 0
  const strips = lines(count, (index) =>
    ribbonAlong(
      along(170, (t) => {
        const py = t * height
        const px = start + index * gap + py * slant
        const stem = Math.max(Math.abs(px - x) - 11 - (py - y) * 0.13, y - py, py - y - 88)
        const edge = Math.min(head(px, py), stem)
        const beam = py > y ? smooth(4, -22, head(px - (py - y) * slant, y)) * smooth(height + 40, y + 40, py) : 0
        const half = 0.34 + 0.5 * bell(edge, 9) + 0.75 * beam + 2 * smooth(1, -1, edge)
        return { x: px, y: py, half: Math.min(1.95, half) }
      }),
      0.2,
    ),
  )
  return { lines: strips, glow: { x, y: y + 30, r: 290 } }
}

/** Rings around a point that is not where it should be. */
function psychologicalSuspense(next: Random): Sketch {
  const x = between(next, 140, 340)
  const y = between(next, 105, 175)
  const driftX = between(next, -1.6, 1.6)
  const driftY = between(next, -0.7, 0.7)
  const warp = valueNoise(Math.floor(next() * 9973))
  const rings = lines(27, (index) =>
    ribbonAlong(
      along(96, (t) => {
        const angle = t * Math.PI * 2
        const uneasy =
          1 + (warp(Math.cos(angle) * 1.5 + 4, Math.sin(angle) * 1.5 + 4 + index * 0.06) - 0.5) * 0.5 * clamp(index / 8)
        const r = (8 + index * 13) * uneasy
        const px = x + index * driftX + Math.cos(angle) * r * 1.1
        const py = y + index * driftY + Math.sin(angle) * r * 0.9
        const lit = 0.5 - 0.5 * Math.cos(angle - 0.9)
        return { x: px, y: py, half: index === 0 ? 4 : 0.45 + (0.5 + 2.4 * lit) * bell(index, 12) }
      }),
      0.36,
    ),
  )
  return { lines: rings, glow: { x, y, r: 300 } }
}

type Sun = { x: number; horizon: number; radius: number; uneven: Noise }

function sunRays({ x, horizon, radius, uneven }: Sun): string[] {
  const count = 66
  return lines(count, (index) => {
    const angle = Math.PI * (1 + (index + 0.5) / count)
    const length = 70 + 380 * uneven(index * 0.5, 7) ** 1.4
    const strength = 0.4 + 0.7 * uneven(index * 0.9, 3)
    const beads = along(12, (t) => {
      const r = radius + 3 + t * length
      const half = 0.1 + 2 * (1 - t) * smooth(-0.1, 0.25, t) * strength
      return { x: x + Math.cos(angle) * r, y: horizon + Math.sin(angle) * r, half }
    })
    return ribbonAlong(beads, 0.2)
  })
}

function sunDisc({ x, horizon, radius }: Sun): string[] {
  return lines(10, (index) => {
    const up = 2 + index * (radius / 10.6)
    const reach = Math.sqrt(Math.max(0, radius * radius - up * up))
    return ribbonAlong(along(2, (t) => ({ x: x - reach + t * 2 * reach, y: horizon - up, half: 1.15 })))
  })
}

function water({ x, horizon, radius, uneven }: Sun): string[] {
  return lines(19, (index) => {
    const depth = (index / 18) ** 1.5
    const beads = along(90, (t) => {
      const px = t * (width + 20) - 10
      const ripple = (uneven(px / 44, index * 1.7) - 0.5) * (2 + depth * 6)
      const glint = bell(px - x, radius + depth * 70) * (0.55 + 0.6 * uneven(px / 13, index * 4.7))
      return { x: px, y: horizon + 6 + depth * 96 + ripple, half: 0.36 + 2 * glint }
    })
    return ribbonAlong(beads, 0.25)
  })
}

/** A light that comes up out of water. */
function spiritualFiction(next: Random): Sketch {
  const x = between(next, 150, 330)
  const horizon = between(next, 185, 210)
  const sun = { x, horizon, radius: between(next, 30, 44), uneven: valueNoise(Math.floor(next() * 9973)) }
  return { lines: [...sunRays(sun), ...sunDisc(sun), ...water(sun)], glow: { x, y: horizon, r: 300 } }
}

const sketches: Record<Genre, (next: Random) => Sketch> = {
  'Supernatural Suspense': supernaturalSuspense,
  'Supernatural Drama': supernaturalDrama,
  'Mystery Thriller': mysteryThriller,
  'Psychological Suspense': psychologicalSuspense,
  'Spiritual Fiction': spiritualFiction,
}

/** A picture for a story, always the same one for the same id. */
export function storyArt(id: string, genreName: string): string {
  const genre = knownGenre(genreName)
  const { line, hot, tint } = genrePalettes[genre]
  const seed = hash(id)
  const sketch = sketches[genre](random(seed))
  const ink = `s${seed.toString(36)}`
  const gradient = around(ink, sketch.glow, [
    { at: 0, colour: hot },
    { at: 0.4, colour: line },
    { at: 1, colour: line, opacity: 0.35 },
  ])
  const d = sketch.lines.join('')
  return picture(
    width,
    height,
    `<defs>${gradient}</defs>${rect(0, 0, width, height, tint)}<path fill="url(#${ink})" d="${d}"/>`,
  )
}

import { bell, mix, smooth } from './maths.ts'
import { type Motif, coverWidth as width } from './motif.ts'
import { between, type Random, valueNoise } from './noise.ts'
import { along, lines, ribbonAlong } from './ribbons.ts'
import { capsule, ellipse, type Shape } from './shape.ts'

/** Somebody in a long coat who stands in a doorway, a hundred units high, feet at the origin. */
function standing(): Shape {
  const head = ellipse(0, -91.5, 6.6, 8.5)
  const neck = capsule(0, -86, 0, -78, 3.6)
  const coat: Shape = (x, y) =>
    Math.max(Math.abs(x) - 16 * smooth(-85, -66, y) + 2.2 * bell(y + 50, 12) - Math.max(0, y + 60) * 0.03, y + 24)
  const legs: Shape = (x, y) => Math.max(Math.abs(Math.abs(x) - 6) - 4.6 + (y + 24) * 0.05, -26 - y)
  return (x, y) => Math.min(head(x, y), neck(x, y), coat(x, y), legs(x, y))
}

type Somebody = { figure: Shape; x: number; tall: number }

type Opening = { left: number; right: number; top: number; floor: number; hinge: number; skew: number }

/** A wall papered in threads, up to the floor. */
function wall({ left, right, top, floor, hinge }: Opening, next: Random): string[] {
  const sway = valueNoise(Math.floor(next() * 9973))
  const gap = 7
  return lines(Math.ceil(width / gap) + 2, (index) => {
    const x = index * gap - 4
    const isOpen = x > left - 3 && x < right + 3
    const beads = along(60, (t) => {
      const y = 40 + t * (floor - 40)
      const jamb = bell(Math.min(Math.abs(x - left), Math.abs(x - right)), 34) * smooth(top - 60, top + 10, y)
      const lintel = isOpen ? bell(y - top, 40) : 0
      const half = 0.42 + 0.24 * sway(x / 60, y / 200) + 0.9 * Math.max(jamb, lintel)
      const hidden = isOpen && y > top - 3
      const behindLeaf = hinge < 0 ? x < left && x > left - 74 : x > right && x < right + 74
      return { x: x + (sway(x / 40, y / 300) - 0.5) * 3, y, half: hidden || (behindLeaf && y > top - 26) ? 0 : half }
    })
    return ribbonAlong(beads, 0.2)
  })
}

/** The light itself, and whoever stands in it. */
function light({ left, right, top, floor }: Opening, { figure, x: figureX, tall }: Somebody): string[] {
  const gap = 3.3
  return lines(Math.floor((right - left) / gap), (index) => {
    const x = left + (index + 0.5) * gap
    const beads = along(240, (t) => {
      const y = top + t * (floor - top)
      const edge = (figure(((x - figureX) / tall) * 100, ((y - floor) / tall) * 100) * tall) / 100
      return { x, y, half: smooth(-0.6, 1, edge) * (1.0 + 0.36 * bell(y - mix(top, floor, 0.4), 120)) }
    })
    return ribbonAlong(beads, 0.15)
  })
}

/** The leaf of the door, towards us, seen nearly from its edge. */
function leaf({ left, right, top, floor, hinge }: Opening): string[] {
  const count = 13
  const from = hinge < 0 ? left : right
  return lines(count, (index) => {
    const share = (index + 1) / count
    const near = share ** 1.25
    const x = from + hinge * 70 * near
    return ribbonAlong(
      along(40, (t) => {
        const y = mix(top - 26 * near, floor + 44 * near, t)
        const panel = Math.abs(((t * 2) % 1) - 0.5) < 0.42 && index > 2 && index < 10 ? 0.55 : 1
        return { x, y, half: (index === count - 1 ? 1.5 : 0.3 + 0.8 * (1 - near)) * panel }
      }),
      0.15,
    )
  })
}

/** What the light lays on the floor, with a shadow in it. */
function spill({ left, right, floor, skew }: Opening, { figure, x: figureX, tall }: Somebody): string[] {
  const count = 44
  const centre = (left + right) / 2
  const half = (right - left) / 2
  return lines(count, (index) => {
    const u = ((index + 0.5) / count) * 2 - 1
    return ribbonAlong(
      along(160, (t) => {
        const open = 1 + t * 1.7
        const x = centre + u * half * open + skew * t
        const y = floor + 2 + t * 236
        const across = u * half + centre - figureX
        const edge = figure((across / tall) * 100, -(t ** 0.85) * 100)
        return { x, y, half: smooth(-1, 1.4, edge) * ((open * half) / count) * 0.62 * (1 - 0.55 * t) }
      }),
      0.2,
    )
  })
}

const nobody: Shape = () => 99

/** A door that was shut, the light that comes out of it, and whoever stands in the way. One in four is only ajar. */
export function door(next: Random): Motif {
  const hinge = next() < 0.5 ? -1 : 1
  const isAjar = next() < 0.25
  const centre = 300 + hinge * between(next, -34, 6)
  const half = isAjar ? between(next, 17, 24) : between(next, 66, 80)
  const opening: Opening = {
    ...{ left: centre - half, right: centre + half, top: between(next, 138, 156), floor: 470 },
    ...{ hinge, skew: hinge * between(next, 20, 70) },
  }
  const somebody: Somebody = {
    figure: isAjar ? nobody : standing(),
    x: centre + between(next, -0.3, 0.3) * half,
    tall: between(next, 220, 250),
  }
  return {
    lines: [...wall(opening, next), ...light(opening, somebody), ...leaf(opening), ...spill(opening, somebody)],
    glow: { x: centre, y: 340, r: 400, squash: 0.9 },
  }
}

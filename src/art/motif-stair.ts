import { mix } from './maths.ts'
import type { Motif } from './motif.ts'
import { between, type Random } from './noise.ts'
import { along, lines, ribbonAlong } from './ribbons.ts'

const turn = Math.PI * 2
const stepsAround = 18
/** begins above the reader, so that the first turn fills the page */
const first = -stepsAround
const last = stepsAround * 3.5
/** what is left of the width after one turn down */
const shrink = 0.42
const wall = 560
/** from the wall to the rail, as a share of the way to the middle */
const depth = 0.49
const wide = turn / stepsAround
const linesEach = 6

type Well = { x: number; y: number; driftX: number; driftY: number; hand: number; start: number; light: number }

/** A place in the well: `step` counts down from the reader, `share` goes from the wall to the rail. */
function place(well: Well, step: number, angle: number, share: number): { x: number; y: number; r: number } {
  const scale = shrink ** (step / stepsAround)
  const r = wall * scale * (1 - share * depth)
  return {
    x: well.x + well.driftX * (1 - scale) + Math.cos(angle) * r,
    y: well.y + well.driftY * (1 - scale) + Math.sin(angle) * r,
    r,
  }
}

/** One step: ruled towards the middle, brightest at its edge and dark under the next. */
function tread(well: Well, step: number): string[] {
  const from = well.start + well.hand * step * wide
  const facing = 0.5 + 0.5 * Math.cos(from + well.hand * wide * 0.5 - well.light)
  return lines(linesEach, (index) => {
    const across = index / linesEach
    const angle = from + well.hand * wide * across
    const lit = (1 - across) ** 1.2 * (0.2 + 0.8 * facing)
    return ribbonAlong(
      along(3, (t) => {
        const { x, y, r } = place(well, step, angle, t)
        return { x, y, half: ((r * wide) / linesEach) * (0.05 + 0.4 * lit) }
      }),
      0.1,
    )
  })
}

function rail(well: Well): string {
  return ribbonAlong(
    along((last - first) * 5, (t) => {
      const step = mix(first, last, t)
      const angle = well.start + well.hand * step * wide
      const { x, y, r } = place(well, step, angle, 1.1)
      const lit = 0.6 + 0.4 * Math.cos(angle - well.light)
      return { x, y, half: 0.2 + r * 0.022 * lit }
    }),
    0.2,
  )
}

/** A stairwell, looked down into. */
export function stair(next: Random): Motif {
  const well: Well = {
    x: between(next, 262, 338),
    y: between(next, 330, 372),
    driftX: between(next, -22, 22),
    driftY: between(next, -8, 18),
    hand: next() < 0.5 ? 1 : -1,
    start: between(next, 0, turn),
    light: next() < 0.5 ? Math.PI * 1.2 : Math.PI * 1.8,
  }
  const treads = Array.from({ length: last - first }, (_, index) => tread(well, first + index)).flat()
  return { lines: [...treads, rail(well)], glow: { x: well.x + well.driftX, y: well.y + well.driftY, r: 470 } }
}

import { bell, clamp, smooth } from '#art/maths.ts'
import type { Motif } from '#art/motif.ts'
import { random, valueNoise } from '#art/noise.ts'
import { along, lines, ribbonAlong } from '#art/ribbons.ts'
import { ellipse } from '#art/shape.ts'
import { streamlines } from '#art/streamlines.ts'

const eye = { x: 300, y: 334 }
const wheel = { r: 200, rim: 16, spoke: 10 }
const roadHalfAngle = 0.46

/** Weight a ray gains by lying on the steering wheel: a rim and two short spokes; the boss would hide the road. */
function wheelWeight(dx: number, dy: number): number {
  const r = Math.hypot(dx, dy)
  const rim = 1 - smooth(wheel.rim - 4, wheel.rim + 4, Math.abs(r - wheel.r))
  const droop = dy - 18 - Math.abs(dx) * 0.1
  const thickness = wheel.spoke + 8 * smooth(140, wheel.r, r)
  const spoke = r < wheel.r && Math.abs(dx) > 100 ? 1 - smooth(thickness - 3, thickness + 3, Math.abs(droop)) : 0
  return Math.max(rim * 2.5, spoke * 1.5)
}

/** Weight of the road: two verges, and a middle line whose dashes shorten as they recede. It ends where the title begins. */
function roadWeight(fromRoad: number, r: number): number {
  const ahead = smooth(350, 230, r) * r
  if (fromRoad < 0.02) return Math.sin(Math.log(r) * 8 + 1) > -0.2 ? ahead * 0.018 : 0
  return bell(fromRoad - roadHalfAngle, 0.022) * ahead * 0.012
}

/** Road and wheel share a vanishing point. */
export function theDriversPromise(): Motif {
  const count = 204
  return {
    lines: lines(count, (index) => {
      const angle = (index / count) * Math.PI * 2 + Math.PI / 2
      const fromRoad = Math.abs(Math.atan2(Math.sin(angle - Math.PI / 2), Math.cos(angle - Math.PI / 2)))
      const sky = Math.sin(angle) < 0
      // Rays join in as the circle widens; all of them from the start would fill it.
      const inner = index % 4 === 0 ? 11 : index % 2 === 0 ? 26 : 58
      const land = fromRoad < roadHalfAngle ? 0 : 0.26
      return ribbonAlong(
        along(120, (t) => {
          const r = inner + t ** 1.3 * 560
          const dx = Math.cos(angle) * r
          const dy = Math.sin(angle) * r
          const open = land && land + r * (sky ? 0.0009 : 0.0019)
          const half = Math.max(open, wheelWeight(dx, dy), roadWeight(fromRoad, r))
          return { x: eye.x + dx, y: eye.y + dy, half }
        }),
        0.2,
      )
    }),
    glow: { x: eye.x, y: eye.y, r: 430 },
  }
}

const print = { x: 300, y: 372, rx: 206, ry: 262 }

/** Sherlock and Monro's model: the ridge direction turns half as fast around cores as it turns back around deltas. */
function ridges(x: number, y: number): number {
  const cores = [
    [288, 330],
    [316, 398],
  ] as const
  const deltas = [
    [118, 560],
    [486, 566],
  ] as const
  const turn = cores.reduce((sum, [cx, cy]) => sum + Math.atan2(y - cy, x - cx), 0)
  const back = deltas.reduce((sum, [dx, dy]) => sum + Math.atan2(y - dy, x - dx), 0)
  return (turn - back) / 2
}

/** Signed distance from the cut. */
function fromCut(x: number, y: number): number {
  return (y - print.y) * 0.94 - (x - print.x) * 0.34 - 6
}

/** A fingerprint with one clean cut. */
export function vossTrials(): Motif {
  const pad = ellipse(print.x, print.y, print.rx, print.ry)
  const wear = valueNoise(13)
  const paths = streamlines({
    grain: ridges,
    allowed: (x, y) => pad(x, y) < 0,
    width: 600,
    height: 700,
    spacing: 11,
    random: random(92),
    shortest: 22,
  })
  return {
    lines: paths.map((path) =>
      ribbonAlong(
        path.map(([x, y], i) => {
          const end = Math.min(i, path.length - 1 - i)
          const worn = 0.75 + 0.5 * wear(x / 26, y / 26)
          const cut = smooth(5, 8, Math.abs(fromCut(x, y)))
          const half = 2.5 * worn * smooth(-1, 4, end) * smooth(0, -34, pad(x, y)) ** 0.6 * cut
          return { x, y, half: clamp(half, 0, 4) }
        }),
        0.3,
      ),
    ),
    glow: { x: 290, y: 350, r: 400 },
  }
}

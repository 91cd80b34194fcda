import { bell, clamp, mix, smooth } from '#art/maths.ts'
import { type Motif, coverWidth as width } from '#art/motif.ts'
import { random } from '#art/noise.ts'
import { type Point, writePath } from '#art/path.ts'
import { along, lines, ribbonAlong } from '#art/ribbons.ts'
import { tracesInRelief } from '#art/traces.ts'

const stairs = { lines: 46, steps: 6, run: 84, drop: 50, acrossEach: 3.4, upEach: 6, left: 62, landing: 372 }

/** One trace of the ruling, broken into stairs that go down to the right. */
function stair(index: number): Point[] {
  const back = stairs.lines - 1 - index
  const dx = back * stairs.acrossEach
  const dy = -back * stairs.upEach
  const points: Point[] = [[-20, stairs.landing + dy]]
  for (let step = 0; step < stairs.steps; step++) {
    const x = stairs.left + step * stairs.run + dx - 60
    const y = stairs.landing + step * stairs.drop + dy
    points.push([x, y], [x, y + stairs.drop])
  }
  points.push([width + 20, stairs.landing + stairs.steps * stairs.drop + dy])
  return points
}

/** The ruling breaks into stairs. Treads are lit, risers are not. */
export function stepBack(): Motif {
  const tread = 1.35
  const riser = 0.42
  return {
    lines: lines(stairs.lines, (index) => {
      const points = stair(index)
      const outer: Point[] = points.map(([x, y]) => [x + riser, y - tread])
      const inner: Point[] = points.map(([x, y]) => [x - riser, y + tread])
      return writePath([...outer, ...inner.reverse()], 'closed')
    }),
    glow: { x: 240, y: 300, r: 470 },
  }
}

const knot = { x: 300, y: 366, scale: 45, rope: 27 }

type Rope = { x: number; y: number; z: number; spread: number }

/** A trefoil cut open at its lowest lobe; `t` from 0 to 1 goes once around. The ends cross there, second over first. */
function trefoil(t: number): Rope {
  const a = Math.PI + t * Math.PI * 2
  const end = smooth(0.1, 0.03, t) - smooth(0.9, 0.97, t)
  return {
    x: knot.x + knot.scale * (Math.sin(a) + 2 * Math.sin(2 * a)),
    y: knot.y - knot.scale * (Math.cos(a) - 2 * Math.cos(2 * a)),
    z: Math.sin(6 * Math.PI * t) * (1 - Math.abs(end)) - end,
    spread: 0,
  }
}

/** In from the left edge, once around, out to the right. */
function rope(): Rope[] {
  const start = trefoil(0)
  const inwards = along(90, (t) => t * (start.x + 20) - 20)
    .slice(0, -1)
    .map((x) => ({ x, y: start.y, z: -1, spread: smooth(186, -40, x) }))
  const outwards = inwards.map((place) => ({ ...place, x: width - place.x, z: 1 })).reverse()
  return [...inwards, ...along(560, trefoil), ...outwards]
}

/** True where another turn of the rope lies on top. Neighbours along the same turn do not count. */
function buried(path: readonly Rope[], index: number, x: number, y: number): boolean {
  const z = path[index]?.z ?? 0
  return path.some(
    (other, i) =>
      Math.abs(i - index) > 80 &&
      other.spread === 0 &&
      other.z > z + 0.3 &&
      Math.abs(other.x - x) < knot.rope + 4 &&
      Math.hypot(other.x - x, other.y - y) < knot.rope + 4,
  )
}

function knotStrand(path: readonly Rope[], share: number): string {
  const round = Math.sqrt(1 - (share * 0.97) ** 2)
  const beads = path.map((place, i) => {
    const before = path[i - 1] ?? place
    const after = path[i + 1] ?? place
    const length = Math.hypot(after.x - before.x, after.y - before.y) || 1
    const nx = -(after.y - before.y) / length
    const ny = (after.x - before.x) / length
    const loose = place.spread ** 1.7
    const aside = share * mix(knot.rope, 276, loose)
    const x = place.x + nx * aside
    const y = place.y + ny * aside + loose * (386 - place.y)
    const lit = clamp(0.62 - (nx * 0.5 + ny * 0.6) * share)
    const half = 0.22 + 0.84 * round * lit + 0.6 * place.spread
    return { x, y, half: buried(path, i, x, y) ? 0 : half }
  })
  return ribbonAlong(beads, 0.6)
}

/** All lines pulled into one knot. */
export function nexusOfLies(): Motif {
  const count = 26
  const path = rope()
  return {
    lines: lines(count, (index) => knotStrand(path, (index / (count - 1)) * 2 - 1)),
    glow: { x: 300, y: 385, r: 400 },
  }
}

type Spike = { x: number; width: number; height: number }

function spikes(index: number, fury: number): Spike[] {
  const next = random(4100 + index * 17)
  return Array.from({ length: 9 }, () => {
    const x = 20 + next() * (width - 40)
    return { x, width: 5 + next() * 13, height: (34 + 128 * next() ** 2) * fury * (0.25 + 0.75 * bell(x - 306, 170)) }
  })
}

/** Storm above, flatline below. */
export function finalReckoning(): Motif {
  const count = 44
  const storm = Array.from({ length: count }, (_, index) =>
    spikes(index, smooth(0.82, 0.02, index / (count - 1)) ** 1.3),
  )
  function rise(index: number, x: number): number {
    return (storm[index] ?? []).reduce((sum, spike) => {
      const off = (x - spike.x) / spike.width
      return sum + spike.height * (Math.max(0, 1 - Math.abs(off)) ** 1.4 - 0.22 * bell(off - 1.3, 0.5))
    }, 0)
  }
  const floor = 592
  return {
    lines: tracesInRelief({
      width,
      count,
      steps: 420,
      epsilon: 0.5,
      y: (index, x) => mix(286, 570, index / (count - 1)) - rise(index, x),
      half: (index, x) => 0.62 + Math.min(0.7, Math.max(0, rise(index, x)) * 0.01),
    }),
    live: writePath(
      [
        [-10, floor],
        [width + 10, floor],
      ],
      'open',
    ),
    glow: { x: 306, y: 330, r: 440 },
  }
}

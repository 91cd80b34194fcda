import { clamp, mix, smooth } from './maths.ts'
import type { Motif } from './motif.ts'
import { between, type Random } from './noise.ts'
import { type Point, writePath } from './path.ts'
import { along, lines, ribbonAlong } from './ribbons.ts'

type Tie = { x: number; y: number; tight: number; turns: number; hand: number; lean: number }

const top = -30
const bottom = 740
/** the rope is this long to either side of where it is held */
const rope = 74

/** How far from the axis the threads are at this height: a rope at the tie, a curtain away from it. */
function reach({ y: tied, tight }: Tie, y: number): number {
  const away = Math.max(0, Math.abs(y - tied) - rope)
  const slack = 5 * Math.cos(((y - tied) / rope) * Math.PI) * smooth(60, 0, away)
  return tight - slack + 330 * smooth(0, 340, away) ** 1.3 + away * 0.04
}

function axis({ x, y: tied, lean }: Tie, y: number): number {
  return x + lean * ((y - tied) / 300) ** 2
}

/** Angle of a thread around the rope: nearly all of the turning is done where it is tightest. */
function turned({ y: tied, turns, hand }: Tie, y: number): number {
  return hand * turns * Math.PI * 2 * smooth(tied - 210, tied + 210, y)
}

/** A curtain twisted into a rope where somebody holds it. One thread has come out. */
export function skein(next: Random): Motif {
  const side = next() < 0.5 ? -1 : 1
  const tie: Tie = {
    ...{ x: between(next, 272, 328), y: between(next, 346, 392), tight: between(next, 44, 52) },
    ...{ turns: between(next, 1.3, 1.8), hand: next() < 0.5 ? -1 : 1, lean: between(next, -30, 30) },
  }
  const count = 88
  const strands = lines(count, (index) => {
    const start = ((index + 0.5) / count) * Math.PI * 2
    // Every other thread ends where there is no room for it.
    const isGathered = index % 2 === 0
    const beads = along(190, (t) => {
      const y = mix(top, bottom, t)
      const r = reach(tie, y)
      const angle = start + turned(tie, y)
      const front = Math.sin(angle)
      const open = smooth(80, 170, r)
      const lit = clamp(0.34 + 0.42 * front + 0.5 * side * Math.cos(angle))
      const room = ((isGathered ? 2 : 1 + open) * Math.PI * r * Math.max(0.12, Math.abs(front))) / count
      const half = Math.min(0.32 + 1.35 * lit ** 1.4, room * 0.72 + 0.1)
      const seen = front > 0 ? (isGathered ? 1 : open) : open * 0.45
      return { x: axis(tie, y) + Math.cos(angle) * r, y, half: half * seen }
    })
    return ribbonAlong(beads, 0.38)
  })
  const out = tie.y - between(next, 30, 60)
  const loose = along(220, (t): Point => {
    const y = mix(out, 690, t)
    const free = smooth(0, 0.5, t)
    const from = axis(tie, y) + side * tie.tight * (1 - free)
    return [from + side * (112 * free + 30 * Math.sin(t * 7.4) * smooth(0.1, 0.5, t)), y]
  })
  return { lines: strands, live: writePath(loose, 'open'), glow: { x: tie.x, y: tie.y, r: 450, squash: 0.9 } }
}

import { bell, clamp, mix } from '#art/maths.ts'
import { type Motif, coverWidth as width } from '#art/motif.ts'
import { valueNoise } from '#art/noise.ts'
import { writePath } from '#art/path.ts'
import { along, lines, ribbonAlong } from '#art/ribbons.ts'
import { traces, tracesInRelief } from '#art/traces.ts'

const top = 116
const bottom = 664

function ruled(count: number, index: number): number {
  return mix(top, bottom, index / (count - 1))
}

/** One heartbeat around t = 0: P, Q, R, S and T, the R wave at 1. */
function heartbeat(t: number): number {
  return (
    0.11 * bell(t + 0.29, 0.06) -
    0.13 * bell(t + 0.055, 0.022) +
    bell(t, 0.026) -
    0.34 * bell(t - 0.06, 0.026) +
    0.2 * bell(t - 0.36, 0.085)
  )
}

export const patientCount = 92
const livePatient = 55

/** Exactly ninety-two traces. One is alive. */
export function patient92(): Motif {
  const y = ruled(patientCount, livePatient)
  const beat = along(620, (t) => {
    const x = t * (width + 24) - 12
    return [x, y - heartbeat((x - 322) / 250) * 330] as const
  })
  const flat = traces({
    width,
    count: patientCount,
    steps: 40,
    y: (index) => ruled(patientCount, index),
    half: (index, x) =>
      index === livePatient ? 0 : 0.42 + 0.62 * bell(index - livePatient, 26) * (0.6 + 0.4 * bell(x - 322, 240)),
  })
  return {
    lines: flat.filter((d) => d !== ''),
    live: writePath(beat, 'open'),
    glow: { x: 322, y: 420, r: 470, squash: 0.8 },
  }
}

const graves = [
  { x: 96, depth: 0.56, width: 66, rise: 84 },
  { x: 306, depth: 0.46, width: 86, rise: 168 },
  { x: 512, depth: 0.62, width: 62, rise: 76 },
]

/** Three mounds, the middle one taller. */
export function letTheDeadRest(): Motif {
  const count = 58
  const grit = valueNoise(31)
  function rise(index: number, x: number): number {
    const depth = index / (count - 1)
    return graves.reduce((sum, g) => sum + g.rise * bell(x - g.x, g.width) * bell(depth - g.depth, 0.15), 0)
  }
  return {
    lines: tracesInRelief({
      width,
      count,
      steps: 200,
      epsilon: 0.25,
      y: (index, x) => mix(146, 596, index / (count - 1)) - rise(index, x) + (grit(x / 24, index * 3.3) - 0.5) * 2,
      // The side that faces the reader is lit; the side that does not would clot where its lines crowd.
      half: (index, x) => clamp(0.55 + (rise(index, x) - rise(index + 1, x)) * 0.1, 0.3, 2),
    }),
    glow: { x: 300, y: 350, r: 440, squash: 0.9 },
  }
}

/** Parallels of a ball whose pole leans towards us. */
function parallels(cx: number, cy: number, radius: number): string[] {
  const tilt = 0.42
  const count = 46
  return lines(count, (index) => {
    const latitude = ((index + 0.5) / count - 0.5) * Math.PI
    const beads = along(150, (t) => {
      const angle = (t * 2 - 1) * Math.PI
      const x = Math.cos(latitude) * Math.sin(angle)
      const up = Math.sin(latitude)
      const out = Math.cos(latitude) * Math.cos(angle)
      const y = out * Math.sin(tilt) - up * Math.cos(tilt)
      const towards = up * Math.sin(tilt) + out * Math.cos(tilt)
      const lit = clamp(-0.52 * x - 0.6 * y + 0.5 * towards)
      return { x: cx + x * radius, y: cy + y * radius, half: towards < 0.03 ? 0 : 0.4 + 2.5 * lit ** 1.3 }
    })
    return ribbonAlong(beads, 0.25)
  })
}

/** A sphere rising through the ruling. */
export function rebirth(): Motif {
  const count = 66
  const ball = { x: 300, y: 372, r: 186 }
  const ruling = traces({
    width,
    count,
    steps: 900,
    y: (index) => ruled(count, index),
    half: (index, x) => {
      const away = Math.hypot(x - ball.x, ruled(count, index) - ball.y) - ball.r
      return away < 9 ? 0 : 0.4 + 0.7 * bell(away, 60)
    },
  })
  return { lines: [...ruling, ...parallels(ball.x, ball.y, ball.r)], glow: { x: 250, y: 310, r: 440 } }
}

/** Weight of one helix strand at x: a tube, brighter when it is in front. */
function strand(x: number, centre: number, towards: number): number {
  const off = (x - centre) / (21 + 7 * towards)
  return Math.abs(off) >= 1 ? 0 : Math.sqrt(1 - off * off) * (0.62 + 0.38 * towards) * (1 - 0.25 * off)
}

/** A helix made of line weight alone. */
export function genesis(): Motif {
  const count = 84
  return {
    lines: traces({
      width,
      count,
      steps: 250,
      epsilon: 0.2,
      y: (index) => ruled(count, index),
      half: (index, x) => {
        const phase = ruled(count, index) / 72
        const swing = Math.sin(phase) * 142
        const towards = Math.cos(phase)
        const one = strand(x, 300 + swing, towards)
        const other = strand(x, 300 - swing, -towards)
        const front = towards > 0 ? one : other
        const back = towards > 0 ? other : one
        const frontX = 300 + (towards > 0 ? swing : -swing)
        const shadowed = Math.abs(x - frontX) < 42 ? 0 : back
        const between = Math.abs(x - 300) < Math.abs(swing) - 26 && Math.abs(x - 300) > 5
        const rung = between && index % 5 === 2 ? 0.42 : 0
        return 0.36 + 2.5 * Math.max(front, shadowed, rung)
      },
    }),
    glow: { x: 300, y: 380, r: 420, squash: 0.85 },
  }
}

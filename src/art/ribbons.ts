import { type Point, simplify, writePath } from './path.ts'

/** One place on a line: where it is, which way is sideways, and how far the ink reaches to either side. */
export type Station = { x: number; y: number; nx: number; ny: number; half: number }

/** A place on a line that has not yet been told which way is sideways. */
export type Bead = { x: number; y: number; half: number }

const hairline = 0.04

function runs(stations: readonly Station[]): Station[][] {
  const found: Station[][] = []
  let current: Station[] = []
  for (const station of stations) {
    if (station.half > hairline) {
      current.push(station)
      continue
    }
    if (current.length > 1) found.push(current)
    current = []
  }
  if (current.length > 1) found.push(current)
  return found
}

function outlineRun(stations: readonly Station[], epsilon: number): string {
  const near: Point[] = stations.map(({ x, y, nx, ny, half }) => [x + nx * half, y + ny * half])
  const far: Point[] = stations.map(({ x, y, nx, ny, half }) => [x - nx * half, y - ny * half])
  return writePath([...simplify(near, epsilon), ...simplify(far, epsilon).reverse()], 'closed')
}

/** A line of varying width as closed shapes. Where the width falls to nothing the line breaks. */
export function ribbon(stations: readonly Station[], epsilon = 0.35): string {
  return runs(stations)
    .map((run) => outlineRun(run, epsilon))
    .join('')
}

/** A ribbon along any curve: sideways is found from the neighbours. */
export function ribbonAlong(beads: readonly Bead[], epsilon = 0.35): string {
  const stations = beads.map((bead, i) => {
    const before = beads[i - 1] ?? bead
    const after = beads[i + 1] ?? bead
    const dx = after.x - before.x
    const dy = after.y - before.y
    // Of a million beads: `hypot` and a spread took five seconds of the build.
    const length = Math.sqrt(dx * dx + dy * dy) || 1
    return { x: bead.x, y: bead.y, half: bead.half, nx: -dy / length, ny: dx / length }
  })
  return ribbon(stations, epsilon)
}

/** Evaluates a curve at evenly spaced places, both ends included. */
export function along<T>(steps: number, place: (t: number) => T): T[] {
  return Array.from({ length: steps + 1 }, (_, step) => place(step / steps))
}

/** As many lines as asked for, numbered from 0. */
export function lines(count: number, draw: (index: number) => string): string[] {
  return Array.from({ length: count }, (_, index) => draw(index))
}

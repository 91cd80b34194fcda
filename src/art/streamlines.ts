import type { Random } from './noise.ts'
import type { Point } from './path.ts'

/** Direction of the grain at a place, in radians; it has no front or back. */
export type Grain = (x: number, y: number) => number

export type Weave = {
  grain: Grain
  /** false where no line may go */
  allowed: (x: number, y: number) => boolean
  width: number
  height: number
  /** distance between neighbouring lines */
  spacing: number
  random: Random
  /** lines shorter than this are dropped */
  shortest: number
}

type Registry = { add: (point: Point) => void; crowded: (point: Point, distance: number) => boolean }

const stride = 2.5

/** Buckets of placed points, so asking for neighbours does not mean asking everyone. */
function registry(size: number): Registry {
  const buckets = new Map<string, Point[]>()
  const key = (x: number, y: number) => `${Math.floor(x / size)},${Math.floor(y / size)}`
  return {
    add: (point) => {
      const name = key(point[0], point[1])
      const bucket = buckets.get(name)
      if (bucket) bucket.push(point)
      else buckets.set(name, [point])
    },
    crowded: ([x, y], distance) => {
      for (let dx = -1; dx <= 1; dx++) {
        for (let dy = -1; dy <= 1; dy++) {
          const bucket = buckets.get(key(x + dx * size, y + dy * size)) ?? []
          if (bucket.some((other) => Math.hypot(other[0] - x, other[1] - y) < distance)) return true
        }
      }
      return false
    },
  }
}

type Walk = { path: Point[]; closed: boolean }

/** Follows the grain one way until it leaves, meets a line (its own included) or comes back to its start. */
function walk({ grain, allowed, spacing }: Weave, placed: Registry, start: Point, facing: number): Walk {
  const path: Point[] = []
  const own = registry(spacing)
  const lag = Math.ceil((spacing * 2) / stride)
  let [x, y] = start
  let direction = facing
  for (let step = 0; step < 1200; step++) {
    const angle = grain(x, y)
    direction = Math.cos(angle - direction) < 0 ? angle + Math.PI : angle
    x += Math.cos(direction) * stride
    y += Math.sin(direction) * stride
    if (step > lag && Math.hypot(x - start[0], y - start[1]) < stride) return { path: [...path, start], closed: true }
    const here: Point = [x, y]
    if (!allowed(x, y) || placed.crowded(here, spacing * 0.62) || own.crowded(here, spacing * 0.62)) break
    path.push(here)
    const old = path[step - lag]
    if (old) own.add(old)
  }
  return { path, closed: false }
}

/** Evenly spaced lines along a grain, after Jobard and Lefer. Lines that run out of room end, as ridges of skin do. */
export function streamlines(weave: Weave): Point[][] {
  const { width, height, spacing, allowed, grain, random, shortest } = weave
  const placed = registry(spacing)
  const found: Point[][] = []
  for (let attempt = 0; attempt < 9000; attempt++) {
    const seed: Point = [random() * width, random() * height]
    if (!allowed(seed[0], seed[1]) || placed.crowded(seed, spacing * 0.97)) continue
    const facing = grain(seed[0], seed[1])
    const ahead = walk(weave, placed, seed, facing)
    const behind = ahead.closed ? [] : walk(weave, placed, seed, facing + Math.PI).path.reverse()
    const line = [...behind, seed, ...ahead.path]
    if (line.length * stride < shortest) continue
    for (const point of line) placed.add(point)
    found.push(line)
  }
  return found
}

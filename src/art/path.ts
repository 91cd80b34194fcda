import { clamp } from './maths.ts'

export type Point = readonly [x: number, y: number]

/** Squared distance of a point from the stretch between two others. In a closed loop those are one point, the seam. */
function offChord([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const dx = bx - ax
  const dy = by - ay
  const squared = dx * dx + dy * dy
  const t = squared > 0 ? clamp(((x - ax) * dx + (y - ay) * dy) / squared) : 0
  const offX = x - ax - dx * t
  const offY = y - ay - dy * t
  return offX * offX + offY * offY
}

function farthest(points: readonly Point[], from: number, to: number): { index: number; squared: number } {
  let index = -1
  let squared = 0
  const a = points[from]
  const b = points[to]
  if (!a || !b) return { index, squared }
  for (let i = from + 1; i < to; i++) {
    const point = points[i]
    const d = point ? offChord(point, a, b) : 0
    if (d > squared) {
      squared = d
      index = i
    }
  }
  return { index, squared }
}

/** Ramer-Douglas-Peucker. A loop whose last point repeats its first stays closed. */
export function simplify(points: readonly Point[], epsilon: number): Point[] {
  const last = points.length - 1
  if (last < 2) return [...points]
  const kept = new Set([0, last])
  const spans: [number, number][] = [[0, last]]
  for (let span = spans.pop(); span; span = spans.pop()) {
    const { index, squared } = farthest(points, span[0], span[1])
    if (squared <= epsilon * epsilon) continue
    kept.add(index)
    spans.push([span[0], index], [index, span[1]])
  }
  return points.filter((_, index) => kept.has(index))
}

/** Tenths without a leading zero: `-0.4` becomes `-.4`. */
function tenths(value: number): string {
  const whole = Math.trunc(Math.abs(value) / 10)
  const rest = Math.abs(value) % 10
  return `${value < 0 ? '-' : ''}${whole || !rest ? whole : ''}${rest ? `.${rest}` : ''}`
}

/** Steps are relative, which brotli halves; rounding the place and not the step keeps errors from adding up. */
export function writePath(points: readonly Point[], ending: 'closed' | 'open'): string {
  let text = ''
  let x = 0
  let y = 0
  for (const [px, py] of points) {
    const nx = Math.round(px * 10)
    const ny = Math.round(py * 10)
    const dx = tenths(nx - x)
    const dy = tenths(ny - y)
    text += `${text ? 'l' : 'M'}${dx}${dy.startsWith('-') ? '' : ' '}${dy}`
    x = nx
    y = ny
  }
  return ending === 'closed' ? `${text}z` : text
}

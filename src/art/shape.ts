import { clamp } from './maths.ts'

/** A signed distance: negative inside the form, zero on its edge. */
export type Shape = (x: number, y: number) => number

export function circle(cx: number, cy: number, radius: number): Shape {
  return (x, y) => Math.hypot(x - cx, y - cy) - radius
}

/** Not exact away from the edge, which no caller here needs. */
export function ellipse(cx: number, cy: number, rx: number, ry: number): Shape {
  return (x, y) => (Math.hypot((x - cx) / rx, (y - cy) / ry) - 1) * Math.min(rx, ry)
}

export function capsule(ax: number, ay: number, bx: number, by: number, radius: number): Shape {
  const dx = bx - ax
  const dy = by - ay
  const squared = dx * dx + dy * dy || 1
  return (x, y) => {
    const t = clamp(((x - ax) * dx + (y - ay) * dy) / squared)
    return Math.hypot(x - ax - dx * t, y - ay - dy * t) - radius
  }
}

/** The smaller of two, rounded where they meet over a distance of `k`. */
function smoothMin(a: number, b: number, k: number): number {
  const h = clamp(0.5 + (0.5 * (b - a)) / k)
  return b * (1 - h) + a * h - k * h * (1 - h)
}

export function smoothMax(a: number, b: number, k: number): number {
  return -smoothMin(-a, -b, k)
}

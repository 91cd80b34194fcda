import { clamp, smooth } from './maths.ts'

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

export function box(cx: number, cy: number, halfWidth: number, halfHeight: number, radius = 0): Shape {
  return (x, y) => {
    const qx = Math.abs(x - cx) - halfWidth + radius
    const qy = Math.abs(y - cy) - halfHeight + radius
    return Math.hypot(Math.max(qx, 0), Math.max(qy, 0)) + Math.min(Math.max(qx, qy), 0) - radius
  }
}

/** The smaller of two, rounded where they meet over a distance of `k`. */
export function smoothMin(a: number, b: number, k: number): number {
  const h = clamp(0.5 + (0.5 * (b - a)) / k)
  return b * (1 - h) + a * h - k * h * (1 - h)
}

export function smoothMax(a: number, b: number, k: number): number {
  return -smoothMin(-a, -b, k)
}

export function blend(k: number, ...shapes: readonly Shape[]): Shape {
  return (x, y) => shapes.reduce((distance, shape) => smoothMin(distance, shape(x, y), k), 1e4)
}

/** 1 well inside, 0 well outside. */
export function inside(distance: number, soft = 24): number {
  return 1 - smooth(-soft, soft, distance)
}

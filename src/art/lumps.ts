import { smoothMax } from './shape.ts'

/** An ellipsoid: x to the right, y down, z towards the viewer. */
export type Lump = { x: number; y: number; z: number; rx: number; ry: number; rz: number }

/** A turn around the upright axis. */
export type Turn = { cos: number; sin: number }

export function turnBy(angle: number): Turn {
  return { cos: Math.cos(angle), sin: Math.sin(angle) }
}

/** Height where there is no body at all. */
export const nowhere = -9

/** The front of a turned ellipsoid above (x, y): the larger root of a quadratic in z. */
function front({ x, y, z, rx, ry, rz }: Lump, { cos, sin }: Turn, px: number, py: number): number {
  const level = ((py - y) / ry) ** 2
  // Most lumps are nowhere near most places; this saves a story picture half its time.
  if (level >= 1) return nowhere
  const ux = px * cos - x
  const uz = px * sin - z
  const a = (sin / rx) ** 2 + (cos / rz) ** 2
  const b = 2 * ((cos * uz) / rz ** 2 - (sin * ux) / rx ** 2)
  const c = (ux / rx) ** 2 + (uz / rz) ** 2 + level - 1
  const inner = b * b - 4 * a * c
  return inner < 0 ? nowhere : (-b + Math.sqrt(inner)) / (2 * a)
}

/** The front of a whole body of lumps, rounded over `k` where two of them meet. */
export function bodyOf(lumps: readonly Lump[], turn: Turn, x: number, y: number, k: number): number {
  let height = nowhere
  for (const lump of lumps) {
    const next = front(lump, turn, x, y)
    if (next > nowhere) height = smoothMax(height, next, k)
  }
  return height
}

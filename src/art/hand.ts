import type { Relief } from './cloth.ts'
import { clamp, mix } from './maths.ts'
import { smoothMax } from './shape.ts'

/** A tube of flesh: from its root to its tip, with a radius and a depth at both ends. */
type Tube = { ax: number; ay: number; ar: number; az: number; bx: number; by: number; br: number; bz: number }

function tube(ax: number, ay: number, ar: number, az: number, bx: number, by: number, br: number, bz: number): Tube {
  return { ax, ay, ar, az, bx, by, br, bz }
}

// Palm about 2 wide around the origin, fingers upwards. Tips lie nearest: they are what pushes.
const fingers: readonly Tube[][] = [
  [tube(-0.74, -0.72, 0.3, 0.1, -1.0, -1.62, 0.26, 0.22), tube(-1.0, -1.62, 0.26, 0.22, -1.16, -2.32, 0.22, 0.5)],
  [tube(-0.26, -0.86, 0.31, 0.1, -0.36, -1.98, 0.27, 0.22), tube(-0.36, -1.98, 0.27, 0.22, -0.4, -2.86, 0.23, 0.5)],
  [tube(0.24, -0.84, 0.3, 0.1, 0.34, -1.86, 0.26, 0.22), tube(0.34, -1.86, 0.26, 0.22, 0.42, -2.66, 0.22, 0.5)],
  [tube(0.7, -0.66, 0.27, 0.1, 0.98, -1.4, 0.23, 0.2), tube(0.98, -1.4, 0.23, 0.2, 1.18, -2.0, 0.19, 0.44)],
  [tube(-0.62, 0.5, 0.42, 0.1, -1.3, -0.06, 0.32, 0.2), tube(-1.3, -0.06, 0.32, 0.2, -1.82, -0.72, 0.25, 0.46)],
]

const palm: readonly Tube[] = [
  tube(-0.46, -0.44, 0.54, 0.02, 0.46, -0.4, 0.5, 0.02),
  tube(-0.46, 0.1, 0.5, 0.02, -0.4, 0.66, 0.5, 0.14),
  tube(0.5, 0, 0.46, 0.02, 0.42, 0.66, 0.48, 0.12),
  tube(0, 0.7, 0.62, -0.05, 0, 3.6, 0.6, -0.35),
]

function over({ ax, ay, ar, az, bx, by, br, bz }: Tube, x: number, y: number): number {
  const dx = bx - ax
  const dy = by - ay
  const t = clamp(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy))
  const radius = mix(ar, br, t)
  const off = Math.hypot(x - ax - dx * t, y - ay - dy * t)
  if (off >= radius) return mix(az, bz, t) - (off - radius) * 3
  return mix(az, bz, t) + Math.sqrt(radius * radius - off * off)
}

/** An open hand, palm to the cloth. `scale` is half the width of the palm. */
export function hand(cx: number, cy: number, scale: number, roll = 0): Relief {
  const cos = Math.cos(roll)
  const sin = Math.sin(roll)
  const parts = [...palm, ...fingers.flat()]
  return (x, y) => {
    const px = ((x - cx) * cos + (y - cy) * sin) / scale
    const py = ((y - cy) * cos - (x - cx) * sin) / scale
    return parts.reduce((height, part) => smoothMax(height, over(part, px, py), 0.1), -9) * scale
  }
}

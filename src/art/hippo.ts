import type { Relief } from './cloth.ts'
import { bodyOf, type Lump, turnBy } from './lumps.ts'

// Seen from its left side and a little from the front; one unit is half the height of the animal.
const trunk: readonly Lump[] = [
  { x: -0.3, y: -0.02, z: 0, rx: 1.08, ry: 0.86, rz: 0.78 },
  { x: -0.8, y: 0.08, z: 0, rx: 0.66, ry: 0.74, rz: 0.72 },
  { x: 0.5, y: 0, z: 0.1, rx: 0.6, ry: 0.66, rz: 0.62 },
  { x: -0.98, y: 0.74, z: 0.3, rx: 0.25, ry: 0.36, rz: 0.3 },
  { x: -0.42, y: 0.8, z: 0.42, rx: 0.25, ry: 0.34, rz: 0.3 },
  { x: 0.38, y: 0.8, z: 0.4, rx: 0.25, ry: 0.34, rz: 0.3 },
]

const head: readonly Lump[] = [
  { x: 0.98, y: -0.24, z: 0.5, rx: 0.5, ry: 0.5, rz: 0.5 },
  { x: 1.4, y: -0.02, z: 0.62, rx: 0.46, ry: 0.34, rz: 0.52 },
  { x: 1.42, y: 0.34, z: 0.5, rx: 0.46, ry: 0.22, rz: 0.5 },
]

const details: readonly Lump[] = [
  { x: 0.66, y: -0.72, z: 0.72, rx: 0.13, ry: 0.17, rz: 0.12 },
  { x: 1.06, y: -0.74, z: 0.3, rx: 0.11, ry: 0.14, rz: 0.12 },
  { x: 0.98, y: -0.46, z: 0.92, rx: 0.12, ry: 0.11, rz: 0.14 },
  { x: 1.56, y: -0.28, z: 1.02, rx: 0.1, ry: 0.09, rz: 0.14 },
  { x: 1.76, y: -0.26, z: 0.76, rx: 0.09, ry: 0.09, rz: 0.14 },
]

/** A house hippo. It is small; `scale` is half its height. */
export function hippo(cx: number, cy: number, scale: number): Relief {
  const turn = turnBy(0.3)
  return (x, y) => {
    const px = (x - cx) / scale
    const py = (y - cy) / scale
    const height = Math.max(
      bodyOf(trunk, turn, px, py, 0.1),
      bodyOf(head, turn, px, py, 0.08),
      bodyOf(details, turn, px, py, 0.02),
    )
    return (height + 0.1) * scale
  }
}

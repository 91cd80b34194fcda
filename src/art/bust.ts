import type { Relief } from './cloth.ts'
import { bodyOf, type Lump, nowhere, type Turn, turnBy } from './lumps.ts'
import { smoothMax } from './shape.ts'

export type Pose = {
  x: number
  y: number
  /** picture units per head unit */
  scale: number
  /** turn of the head to the viewer's right, in radians */
  yaw?: number
  /** lean of the head, in radians */
  roll?: number
  /** how much of the depth survives: a face that only just reaches the cloth is shallow */
  depth?: number
  /** depth at which the cloth hangs, in head units */
  plane?: number
  /** anything else that turns with the head */
  hair?: readonly Lump[]
}

// In head units: a head is about 1.5 wide and 2.2 high.
const skull: readonly Lump[] = [
  { x: 0, y: -0.3, z: -0.1, rx: 0.78, ry: 0.92, rz: 0.82 },
  { x: 0, y: 0.32, z: 0.12, rx: 0.55, ry: 0.7, rz: 0.58 },
]

const features: readonly Lump[] = [
  { x: 0, y: 0.88, z: 0.42, rx: 0.2, ry: 0.15, rz: 0.26 },
  { x: 0, y: 0.14, z: 0.7, rx: 0.1, ry: 0.34, rz: 0.24 },
  { x: 0, y: 0.38, z: 0.8, rx: 0.14, ry: 0.12, rz: 0.2 },
  { x: -0.28, y: -0.22, z: 0.48, rx: 0.34, ry: 0.16, rz: 0.24 },
  { x: 0.28, y: -0.22, z: 0.48, rx: 0.34, ry: 0.16, rz: 0.24 },
  { x: -0.38, y: 0.24, z: 0.3, rx: 0.24, ry: 0.24, rz: 0.3 },
  { x: 0.38, y: 0.24, z: 0.3, rx: 0.24, ry: 0.24, rz: 0.3 },
  { x: 0, y: 0.61, z: 0.56, rx: 0.2, ry: 0.065, rz: 0.18 },
  { x: 0, y: 0.71, z: 0.55, rx: 0.17, ry: 0.065, rz: 0.17 },
]

const hollows: readonly Lump[] = [
  { x: -0.27, y: 0.0, z: 0.6, rx: 0.17, ry: 0.14, rz: 0.13 },
  { x: 0.27, y: 0.0, z: 0.6, rx: 0.17, ry: 0.14, rz: 0.13 },
  { x: -0.27, y: 0.02, z: 0.6, rx: 0.11, ry: 0.07, rz: -0.05 },
  { x: 0.27, y: 0.02, z: 0.6, rx: 0.11, ry: 0.07, rz: -0.05 },
]

const body: readonly Lump[] = [
  { x: 0, y: 1.2, z: -0.14, rx: 0.36, ry: 0.9, rz: 0.4 },
  { x: 0, y: 1.98, z: -0.36, rx: 0.95, ry: 0.52, rz: 0.42 },
  { x: 0, y: 3.7, z: -0.2, rx: 1.5, ry: 2.1, rz: 0.56 },
  { x: -0.96, y: 2.4, z: -0.34, rx: 0.62, ry: 0.62, rz: 0.5 },
  { x: 0.96, y: 2.4, z: -0.34, rx: 0.62, ry: 0.62, rz: 0.5 },
  { x: -1.3, y: 3.6, z: -0.4, rx: 0.42, ry: 1.7, rz: 0.46 },
  { x: 1.3, y: 3.6, z: -0.4, rx: 0.42, ry: 1.7, rz: 0.46 },
]

function hollow(turn: Turn, x: number, y: number): number {
  return hollows.reduce((depth, lump) => {
    const cx = lump.x * turn.cos + lump.z * turn.sin
    return depth + lump.rz * Math.exp(-(((x - cx) / lump.rx) ** 2) - ((y - lump.y) / lump.ry) ** 2)
  }, 0)
}

/** A head and shoulders with the face of nobody: brow, sockets, nose, mouth, all a little too smooth. */
export function bust({ x: cx, y: cy, scale, yaw = 0, roll = 0, depth = 1, plane = -0.35, hair = [] }: Pose): Relief {
  const turned = turnBy(yaw)
  const square = turnBy(yaw * 0.4)
  const lean = turnBy(roll)
  return (x, y) => {
    const bx = (x - cx) / scale
    const by = (y - cy) / scale
    const hx = bx * lean.cos + by * lean.sin
    const hy = by * lean.cos - bx * lean.sin
    const bone = smoothMax(bodyOf(skull, turned, hx, hy, 0.16), bodyOf(hair, turned, hx, hy, 0.05), 0.03)
    const fleshed = smoothMax(bone, bodyOf(features, turned, hx, hy, 0.06), 0.07) - hollow(turned, hx, hy)
    const face = bone === nowhere ? nowhere : fleshed
    return (smoothMax(face, bodyOf(body, square, bx, by, 0.14), 0.05) - plane) * scale * depth
  }
}

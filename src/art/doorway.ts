import type { Relief } from './cloth.ts'
import { smooth } from './maths.ts'
import { smoothMax } from './shape.ts'

export type Doorway = { x: number; top: number; half: number; tall: number }

/** How far inside a box a place is, in the box's own units; negative outside. */
function inside(px: number, py: number, x: number, y: number, halfX: number, halfY: number): number {
  return Math.min(halfX - Math.abs(px - x), halfY - Math.abs(py - y))
}

/** A door behind the cloth: its frame, four panels, and a knob that is nearest of all. Half its width is the unit. */
export function doorway({ x: cx, top, half, tall }: Doorway): Relief {
  const high = tall / half
  const panels = [
    [-0.4, high * 0.26, 0.27, high * 0.17],
    [0.4, high * 0.26, 0.27, high * 0.17],
    [-0.4, high * 0.72, 0.27, high * 0.2],
    [0.4, high * 0.72, 0.27, high * 0.2],
  ] as const
  return (x, y) => {
    const px = (x - cx) / half
    const py = (y - top) / half
    const door = inside(px, py, 0, high / 2, 1, high / 2)
    if (door < 0) return -9
    const frame = 0.34 * smooth(0, 0.07, door) * smooth(0.2, 0.13, door)
    const leaf = 0.13 * smooth(0, 0.1, door)
    const raised = Math.max(...panels.map(([x0, y0, w, h]) => smooth(0, 0.09, inside(px, py, x0, y0, w, h)))) * 0.13
    const off = Math.hypot(px - 0.72, py - high * 0.49)
    const knob = off < 0.13 ? 0.3 + Math.sqrt(0.13 ** 2 - off ** 2) : -9
    return smoothMax(Math.max(frame, leaf + raised), knob, 0.04) * half
  }
}

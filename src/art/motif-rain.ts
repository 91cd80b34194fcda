import { bell, clamp, smooth } from './maths.ts'
import { type Motif, coverWidth as width } from './motif.ts'
import { between, type Random } from './noise.ts'
import { along, type Bead, ribbonAlong } from './ribbons.ts'
import { capsule, ellipse, type Shape } from './shape.ts'

type Shelter = { x: number; y: number; rx: number; ry: number; slant: number; figure: Shape; light: number }

const bottom = 720

/** Somebody seen from behind, with the shoulders up; the coat ends below the picture. */
function somebody(x: number, y: number): Shape {
  const head = ellipse(x, y, 21, 26)
  const neck = capsule(x, y + 16, x, y + 44, 11)
  const coat = (px: number, py: number) => Math.abs(px - x) - 62 * smooth(y + 22, y + 92, py) - (py - y) * 0.05
  return (px, py) => Math.min(head(px, py), neck(px, py), coat(px, py))
}

/** Height of the umbrella above a place, or nothing beside it. */
function domeAt({ x, y, rx, ry }: Shelter, px: number): number | null {
  const off = (px - x) / rx
  return Math.abs(off) > 1 ? null : y - ry * Math.sqrt(1 - off * off)
}

/** One drop on its way: thin where it comes from, thick where it is. */
function streak(x: number, y: number, length: number, weight: number, slant: number, end: number): string {
  const bead = (t: number, half: number): Bead => {
    const py = Math.min(end, y + t * length)
    return { x: x + py * slant, y: py, half: weight * half }
  }
  return ribbonAlong([bead(0, 0.12), bead(0.86, 1), bead(1, 0.3)], 0.05)
}

/** Rain, and where it does not fall. */
export function rain(next: Random): Motif {
  const side = next() < 0.5 ? -1 : 1
  const x = between(next, 262, 338)
  const y = between(next, 316, 342)
  const figureX = x + side * between(next, 4, 20)
  const shelter: Shelter = {
    ...{ x, y, rx: between(next, 168, 190), ry: between(next, 120, 142), slant: side * between(next, 0.03, 0.09) },
    ...{ figure: somebody(figureX, y + 74), light: side },
  }
  const drops: string[] = []
  const gap = 8.6
  for (let lane = -20; lane < width / gap + 20; lane++) {
    const foot = lane * gap
    const isFar = lane % 2 === 0
    for (let top = between(next, -120, 0); top < bottom; ) {
      const length = between(next, 60, 190) * (isFar ? 0.8 : 1)
      const pause = between(next, 8, 60)
      const here = foot + (top + length) * shelter.slant
      const dome = domeAt(shelter, here)
      const weight = (isFar ? 0.5 : 1.15) * between(next, 0.6, 1.25)
      const isUnder = dome !== null && top + length > dome
      if (!isUnder) drops.push(streak(foot, top, length, weight, shelter.slant, bottom))
      else if (top < dome - 12) drops.push(streak(foot, top, dome - top, weight * 1.2, shelter.slant, dome - 1.5))
      top += length + pause
    }
  }
  return {
    lines: [...drops, ...canopy(shelter), hem(shelter), ...behind(shelter, next), ...drips(shelter, next)],
    glow: { x: x + side * 60, y: y - 60, r: 430 },
  }
}

const ribs = 6
const each = 10

/** A place on the cloth: `around` goes from one side to the other, `t` from the tip to the hem. */
function onCloth({ x, y, rx, ry }: Shelter, around: number, t: number): { x: number; y: number } {
  const angle = Math.PI * around
  const down = (t * Math.PI) / 2
  const scallop = Math.sin(((around * ribs) % 1) * Math.PI) * 13 * t ** 4
  return {
    x: x - Math.cos(angle) * rx * Math.sin(down),
    y: y - ry * Math.cos(down) + Math.sin(angle) * 22 * t ** 2 - scallop,
  }
}

function hem(shelter: Shelter): string {
  return ribbonAlong(
    along(ribs * 16, (around) => ({ ...onCloth(shelter, around, 1), half: 0.9 })),
    0.15,
  )
}

/** The water that runs down the cloth, rib by rib. */
function canopy(shelter: Shelter): string[] {
  return Array.from({ length: ribs * each }, (_, index) => {
    const around = (index + 0.5) / (ribs * each)
    const inPanel = (around * ribs) % 1
    const facing = clamp(0.62 - 0.5 * Math.cos(Math.PI * around) * shelter.light)
    const beads = along(26, (t) => {
      const room = (Math.PI * Math.sin(Math.PI * around) * shelter.rx * Math.sin((t * Math.PI) / 2)) / (ribs * each)
      const fold = 0.3 + 0.7 * Math.abs(inPanel - 0.5) * 2
      const half = 0.16 + 1.8 * facing ** 1.4 * fold * (0.45 + 0.55 * t)
      return { ...onCloth(shelter, around, t), half: smooth(0, 0.16, t) * Math.min(half, 0.2 + room * 0.34) }
    })
    return ribbonAlong(beads, 0.35)
  })
}

/** It rains behind whoever stands there, too: farther off, and not through them. */
function behind({ x, y, rx, figure, slant }: Shelter, next: Random): string[] {
  const found: string[] = []
  for (let px = x - rx + 8; px < x + rx - 6; px += 5) {
    const shift = between(next, -2, 2)
    const beads = along(70, (t) => {
      const py = y + 20 + t * (bottom - y - 20)
      const at = px + shift + (py - y) * slant
      const edge = figure(at, py)
      const half = (0.34 + 0.5 * bell(edge, 7)) * smooth(0, 2, edge) * smooth(y + 16, y + 48, py)
      return { x: at, y: py, half }
    })
    found.push(ribbonAlong(beads, 0.2))
  }
  return found
}

/** One drop at each rib's end. */
function drips(shelter: Shelter, next: Random): string[] {
  return Array.from({ length: ribs + 1 }, (_, rib) => {
    const end = onCloth(shelter, rib / ribs, 1)
    const length = between(next, 26, 70)
    return streak(end.x - end.y * shelter.slant, end.y + between(next, 4, 60), length, 1.5, shelter.slant, bottom)
  })
}

import { clamp, mix, smooth } from './maths.ts'
import { type Motif, coverWidth as width } from './motif.ts'
import { between, type Noise, type Random, valueNoise } from './noise.ts'
import { type Bead, ribbonAlong } from './ribbons.ts'

type Tree = { next: Random; wind: Noise; side: number }

/** A stretch of a bough: where it leaves the one before, which way that went, and which way it wants to go. */
type Bough = { x: number; y: number; from: number; towards: number; length: number }

/** A line on its way up: how far beside the middle of its bough it ran last, and how well it was lit there. */
type Strand = { beads: Bead[]; aside: number; lit: number }

const trunk = 62

/** Half the width of a bough of so many lines. */
function thickness(count: number): number {
  return count === 1 ? 0 : 1.25 * count ** 0.93
}

/** Where a line runs in a bough, from -1 on its left to 1. */
function across(index: number, count: number): number {
  return count === 1 ? 0 : (index / (count - 1)) * 2 - 1
}

function litAt(side: number, index: number, count: number): number {
  return count < 3 ? 0.6 : clamp(0.55 - side * across(index, count) * 0.5)
}

/** Draws one stretch of every line in it, and answers where it ends. */
function stretch(
  { wind, side }: Tree,
  bough: Bough,
  carried: readonly Strand[],
): { x: number; y: number; facing: number } {
  const count = carried.length
  const steps = Math.max(6, Math.round(bough.length / 5))
  let { x, y, from: facing } = bough
  for (let step = 1; step <= steps; step++) {
    const t = step / steps
    facing = bough.from + (bough.towards - bough.from) * smooth(0, 0.7, t) + (wind(x / 38, y / 38) - 0.5) * 0.5 * t
    x += Math.cos(facing) * (bough.length / steps)
    y += Math.sin(facing) * (bough.length / steps)
    // Lines that have just parted find their new places slowly, or every fork would look like a joint.
    const settled = smooth(0, 0.8, t)
    carried.forEach((strand, index) => {
      const aside = mix(strand.aside, across(index, count) * thickness(count), settled)
      const half = 0.26 + 0.62 * mix(strand.lit, litAt(side, index, count), settled)
      strand.beads.push({ x: x - Math.sin(facing) * aside, y: y + Math.cos(facing) * aside, half })
    })
  }
  return { x, y, facing }
}

function grow(tree: Tree, bough: Bough, carried: readonly Strand[]): void {
  const { next, side } = tree
  const count = carried.length
  const { x, y, facing } = stretch(tree, bough, carried)
  if (count === 1) return
  const left = Math.round(clamp(count * between(next, 0.36, 0.64), 1, count - 1))
  const open = between(next, 0.55, 1)
  const fork = (start: number, end: number, turn: number) => {
    const middle = ((across(start, count) + across(end - 1, count)) / 2) * thickness(count)
    const root = { x: x - Math.sin(facing) * middle, y: y + Math.cos(facing) * middle }
    // Up, where the light is, and back from the edge of the page.
    const up = -Math.PI / 2 + (width / 2 - root.x) * 0.0022
    const towards = mix(facing + turn, up, 0.12)
    const parted = carried.slice(start, end).map(({ beads }, index) => ({
      beads,
      aside: across(start + index, count) * thickness(count) - middle,
      lit: litAt(side, start + index, count),
    }))
    grow(tree, { ...root, from: facing, towards, length: bough.length * between(next, 0.68, 0.88) }, parted)
  }
  // The thinner one turns farther.
  fork(0, left, -open * (1 - left / count))
  fork(left, count, open * (left / count))
}

/** A bare tree: every line begins at the root and ends at the tip of a twig. */
export function branches(next: Random): Motif {
  const side = next() < 0.5 ? -1 : 1
  const tree: Tree = { next, side, wind: valueNoise(Math.floor(next() * 9973)) }
  // At the root it stands wider than it will grow.
  const strands = Array.from({ length: trunk }, (_, index) => ({
    beads: [],
    aside: across(index, trunk) * thickness(trunk) * 1.5,
    lit: litAt(side, index, trunk),
  }))
  const upright = -Math.PI / 2
  const root = { x: 300 - side * between(next, 0, 30), y: 706, from: upright, length: 172 }
  grow(tree, { ...root, towards: upright + side * between(next, 0, 0.16) }, strands)
  return {
    lines: strands.map(({ beads }) => ribbonAlong(beads, 0.3)),
    glow: { x: 300 - side * 60, y: 330, r: 430 },
  }
}

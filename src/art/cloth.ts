import { clamp } from './maths.ts'

/** Height of something behind the cloth; anything at or below zero does not touch it. */
export type Relief = (x: number, y: number) => number

export type Surface = {
  /** how far the cloth stands out here, and how steeply it falls to the right and downwards */
  at: (x: number, y: number) => { height: number; slopeX: number; slopeY: number }
}

export type ClothOptions = {
  width: number
  height: number
  /** grid spacing in picture units */
  cell?: number
  /** how strongly the cloth is pulled back flat: larger hugs the form, smaller makes a wider tent */
  pull?: number
  /** vertical tension against horizontal: above 1 the cloth hangs, and hollows run downwards */
  hang?: number
  sweeps?: number
}

type Grid = { columns: number; rows: number; cell: number; values: Float64Array }

const margin = 8

function emptyGrid({ width, height, cell = 5 }: ClothOptions): Grid {
  const columns = Math.ceil(width / cell) + 2 * margin
  const rows = Math.ceil(height / cell) + 2 * margin
  return { columns, rows, cell, values: new Float64Array(columns * rows) }
}

function press(grid: Grid, relief: Relief): Float64Array {
  const { columns, rows, cell } = grid
  const form = new Float64Array(columns * rows)
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      form[row * columns + column] = Math.max(0, relief((column - margin) * cell, (row - margin) * cell))
    }
  }
  return form
}

/** Projected over-relaxation: a membrane at rest over an obstacle. It touches where it must and tents everywhere else. */
function settle(grid: Grid, form: Float64Array, options: ClothOptions): void {
  const { columns, rows, cell, values } = grid
  const { pull = 0.0006, hang = 1.6, sweeps = 160 } = options
  const share = 1 / (2 + 2 * hang + pull * cell * cell)
  values.set(form)
  for (let sweep = 0; sweep < sweeps; sweep++) {
    for (let row = 1; row < rows; row++) {
      // The last row copies the one above: what leans on the cloth goes on below the picture.
      const below = row === rows - 1 ? -columns : columns
      for (let i = row * columns + 1; i < (row + 1) * columns - 1; i++) {
        const now = values[i] ?? 0
        const beside = (values[i - 1] ?? 0) + (values[i + 1] ?? 0)
        const along = (values[i - columns] ?? 0) + (values[i + below] ?? 0)
        const rest = (beside + hang * along) * share
        values[i] = Math.max(form[i] ?? 0, now + 1.82 * (rest - now))
      }
    }
  }
}

/** Cloth has a thickness: it cannot follow a crease the way a membrane does. */
function soften({ columns, rows, values }: Grid, passes: number): void {
  for (let pass = 0; pass < passes; pass++) {
    const before = values.slice()
    for (let i = columns + 1; i < columns * (rows - 1) - 1; i++) {
      const around =
        (before[i - 1] ?? 0) + (before[i + 1] ?? 0) + (before[i - columns] ?? 0) + (before[i + columns] ?? 0)
      values[i] = (before[i] ?? 0) * 0.5 + around * 0.125
    }
  }
}

function sampler({ columns, rows, cell, values }: Grid): (x: number, y: number) => number {
  return (x, y) => {
    const gx = clamp(x / cell + margin, 0, columns - 1.001)
    const gy = clamp(y / cell + margin, 0, rows - 1.001)
    const i = Math.floor(gy) * columns + Math.floor(gx)
    const fx = gx % 1
    const fy = gy % 1
    const above = (values[i] ?? 0) * (1 - fx) + (values[i + 1] ?? 0) * fx
    const below = (values[i + columns] ?? 0) * (1 - fx) + (values[i + columns + 1] ?? 0) * fx
    return above * (1 - fy) + below * fy
  }
}

/** Hangs a cloth in front of a form and lets it come to rest. */
export function hangCloth(relief: Relief, options: ClothOptions): Surface {
  const grid = emptyGrid(options)
  settle(grid, press(grid, relief), options)
  soften(grid, 2)
  const read = sampler(grid)
  const e = grid.cell
  return {
    at: (x, y) => ({
      height: read(x, y),
      slopeX: (read(x + e, y) - read(x - e, y)) / (2 * e),
      slopeY: (read(x, y + e) - read(x, y - e)) / (2 * e),
    }),
  }
}

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Point, simplify, writePath } from './path.ts'

const coordinate = fc.double({ min: -500, max: 500, noNaN: true })
const points = fc.array(fc.tuple(coordinate, coordinate), { minLength: 3, maxLength: 60 })

function distanceToChord([x, y]: Point, [ax, ay]: Point, [bx, by]: Point): number {
  const squared = (bx - ax) ** 2 + (by - ay) ** 2
  const t = squared === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / squared))
  return Math.hypot(x - ax - (bx - ax) * t, y - ay - (by - ay) * t)
}

function distanceToLine(point: Point, line: readonly Point[]): number {
  return Math.min(...line.slice(1).map((end, i) => distanceToChord(point, line[i]!, end)))
}

/** Reads a written path back into places. */
function readPath(d: string): Point[] {
  const steps = [...d.matchAll(/[Ml]([^Mlz]+)/g)].map(([, pair = '']) =>
    pair.match(/-?(\d+(\.\d+)?|\.\d+)/g)!.map(Number),
  )
  let x = 0
  let y = 0
  return steps.map(([dx = 0, dy = 0]) => {
    x += dx
    y += dy
    return [x, y]
  })
}

describe('simplify', () => {
  test('keeps both ends and drops nothing farther than epsilon from what is left', () => {
    fc.assert(
      fc.property(points, fc.double({ min: 0.05, max: 20, noNaN: true }), (line, epsilon) => {
        const kept = simplify(line, epsilon)
        expect(kept[0]).toEqual(line[0])
        expect(kept.at(-1)).toEqual(line.at(-1))
        for (const point of line) expect(distanceToLine(point, kept)).toBeLessThanOrEqual(epsilon + 1e-6)
      }),
    )
  })

  test('keeps a closed loop closed, and a loop: measured from a line without length every point would vanish', () => {
    fc.assert(
      fc.property(fc.integer({ min: 8, max: 200 }), fc.double({ min: 5, max: 300, noNaN: true }), (count, radius) => {
        const loop = Array.from({ length: count + 1 }, (_, i): Point => {
          const angle = ((i % count) / count) * Math.PI * 2
          return [Math.cos(angle) * radius, Math.sin(angle) * radius]
        })
        const kept = simplify(loop, 0.35)
        expect(kept[0]).toEqual(kept.at(-1))
        expect(kept.length).toBeGreaterThan(3)
        for (const point of loop) expect(distanceToLine(point, kept)).toBeLessThanOrEqual(0.35 + 1e-6)
      }),
    )
  })

  test('leaves two points of a straight line', () => {
    expect(
      simplify(
        [
          [0, 0],
          [1, 1],
          [2, 2],
          [9, 9],
        ],
        0.1,
      ),
    ).toEqual([
      [0, 0],
      [9, 9],
    ])
  })
})

describe('writePath', () => {
  test('is right to half a tenth everywhere: rounding does not add up along the path', () => {
    fc.assert(
      fc.property(points, (line) => {
        readPath(writePath(line, 'open')).forEach(([x, y], i) => {
          expect(Math.abs(x - line[i]![0])).toBeLessThanOrEqual(0.0501)
          expect(Math.abs(y - line[i]![1])).toBeLessThanOrEqual(0.0501)
        })
      }),
    )
  })

  test('writes short numbers', () => {
    expect(
      writePath(
        [
          [0.5, -0.25],
          [10, 0],
          [10, 0.04],
        ],
        'closed',
      ),
    ).toBe('M.5-.2l9.5 .2l0 0z')
  })
})

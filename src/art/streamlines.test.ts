import { expect, test } from 'vitest'
import { random } from './noise.ts'
import { streamlines } from './streamlines.ts'

test('lines along a grain keep their distance from each other', () => {
  const spacing = 12
  const lines = streamlines({
    grain: (x, y) => Math.atan2(y - 100, x - 100) + Math.PI / 2,
    allowed: (x, y) => Math.hypot(x - 100, y - 100) < 90,
    width: 200,
    height: 200,
    spacing,
    random: random(3),
    shortest: 10,
  })
  expect(lines.length).toBeGreaterThan(4)
  lines.forEach((line, i) => {
    for (const other of lines.slice(i + 1)) {
      const nearest = Math.min(
        ...line.map(([x, y]) => Math.min(...other.map(([ox, oy]) => Math.hypot(ox - x, oy - y)))),
      )
      expect(nearest).toBeGreaterThan(spacing * 0.6)
    }
  })
})

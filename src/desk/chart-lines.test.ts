import { expect, test } from 'vitest'
import { chartBox, drawChart, ticksUpTo } from './chart-lines.ts'

test('the axis begins at zero, has few round steps and room for the highest', () => {
  expect(ticksUpTo(0)).toEqual([0, 1])
  expect(ticksUpTo(1)).toEqual([0, 1])
  expect(ticksUpTo(3)).toEqual([0, 1, 2, 3])
  expect(ticksUpTo(7)).toEqual([0, 2, 4, 6, 8])
  expect(ticksUpTo(96)).toEqual([0, 50, 100])
  expect(ticksUpTo(5_000_000)).toEqual([0, 2_000_000, 4_000_000, 6_000_000])
  for (let most = 1; most < 3_000; most += 7) {
    const ticks = ticksUpTo(most)
    expect(ticks.length).toBeLessThanOrEqual(5)
    expect(ticks.at(-1)).toBeGreaterThanOrEqual(most)
    expect(ticks.every(Number.isInteger)).toBe(true)
  }
})

test('heights are true: twice as many stand twice as high', () => {
  const { points, ticks } = drawChart({ readings: [0, 20, 40].map((inner) => ({ inner, outer: 100 })) })
  const [none, some, twice] = points.map(({ inner }) => inner) as [number, number, number]
  expect(none).toBe(chartBox.height - 1)
  expect(none - twice).toBeCloseTo(2 * (none - some))
  expect(points[0]?.outer).toBeCloseTo(ticks.at(-1)?.y ?? 0)
})

test('days stand evenly, and a day that is not over leaves room for what is to come', () => {
  const readings = [1, 2, 3].map((inner) => ({ inner, outer: inner }))
  expect(drawChart({ readings }).points.map(({ x }) => x)).toEqual([0, 0.5, 1])
  expect(drawChart({ readings, room: 5 }).points.map(({ x }) => x)).toEqual([0, 0.25, 0.5])
})

test('the last step is drawn apart, and nothing is drawn before the counting began', () => {
  const readings = Array.from({ length: 5 }, () => ({ inner: 1, outer: 2 }))
  const { trace, unfinished } = drawChart({ readings, start: 1 })
  expect(trace).toMatch(/^M250 [\d.]+L500 [\d.]+L750 [\d.]+$/)
  expect(unfinished).toMatch(/^M750 [\d.]+L1000 [\d.]+$/)
})

test('one moment alone is no line, but one thread', () => {
  const { trace, unfinished, skyline, threads } = drawChart({ readings: [{ inner: 3, outer: 5 }] })
  expect([trace, unfinished, skyline]).toEqual(['', '', ''])
  expect(threads[0]?.heavy).toMatch(/^M500 [\d.]+L500 239$/)
  expect(threads[1]).toEqual({ fine: '', heavy: '' })
})

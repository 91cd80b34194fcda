type Point = readonly [x: number, y: number]

/** One moment of a chart: what is counted, and out of how much. */
export type Reading = { inner: number; outer: number }

export type Chart = {
  readings: readonly Reading[]
  /** how many moments there is room for, if not all have come yet */
  room?: number
  /** the first moment at which anything could be counted: before it nothing is drawn, for nothing was known */
  start?: number
}

/** Wide enough to be stretched to any width; its height is the one it is shown at, so that heights stay true. */
export const chartBox = { width: 1_000, height: 240 }

const headroom = 10
const baseline = chartBox.height - 1
const threadCount = 240

/**
 * A trace in front of a curtain. The trace is the inner count; the threads behind it reach up to the outer one, and are
 * heavier where the inner one presses against them. Heights are linear and begin at zero.
 */
export function drawChart({ readings, room = readings.length, start = 0 }: Chart) {
  const ticks = ticksUpTo(Math.max(0, ...readings.map(({ inner, outer }) => Math.max(inner, outer))))
  const top = ticks.at(-1) ?? 1
  const heightOf = (count: number) => baseline - (count / top) * (baseline - headroom)
  const place = (index: number) => (room > 1 ? index / (room - 1) : 0.5)
  const points = readings.map(({ inner, outer }, index) => ({
    x: place(index),
    inner: heightOf(inner),
    outer: heightOf(outer),
  }))
  const drawn = points.slice(start)
  const line = (which: 'inner' | 'outer', from: number, to?: number) => {
    const part = drawn.slice(from, to).map((point): Point => [point.x * chartBox.width, point[which]])
    return part.length > 1 ? write(part) : ''
  }
  return {
    ticks: ticks.map((count) => ({ count, y: heightOf(count) })),
    points,
    /** all but the last step, which is not over yet */
    trace: line('inner', 0, -1),
    unfinished: line('inner', -2),
    skyline: line('outer', 0),
    threads: [drawThreads(drawn, 0), drawThreads(drawn, 1)],
  }
}

/** To the tenth of a pixel. */
function write(points: readonly Point[]): string {
  const tenth = (value: number) => Math.round(value * 10) / 10
  return points.map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${tenth(x)} ${tenth(y)}`).join('')
}

type Place = { x: number; inner: number; outer: number }

/** Every second thread, from the first or from the second on: a narrow chart shows half of them. */
function drawThreads(points: readonly Place[], parity: 0 | 1): { fine: string; heavy: string } {
  let fine = ''
  let heavy = ''
  const [only] = points.length === 1 ? points : []
  for (let index = parity; index <= threadCount; index += 2) {
    const at = index === 0 && only ? only : between(points, index / threadCount)
    if (!at) continue
    const x = at.x * chartBox.width
    if (at.inner - at.outer > 0.5)
      fine += write([
        [x, at.outer],
        [x, at.inner],
      ])
    if (baseline - at.inner > 0.5)
      heavy += write([
        [x, at.inner],
        [x, baseline],
      ])
  }
  return { fine, heavy }
}

function between(points: readonly Place[], x: number): Place | null {
  const next = points.findIndex((point) => point.x >= x)
  const [a, b] = [points[next - 1], points[next]]
  if (!a || !b) return null
  const t = (x - a.x) / (b.x - a.x)
  return { x, inner: a.inner + (b.inner - a.inner) * t, outer: a.outer + (b.outer - a.outer) * t }
}

/** Zero, and at most four round numbers up to one that is not less than `most`. Nobody is counted in halves. */
export function ticksUpTo(most: number): number[] {
  const rough = Math.max(most, 1) / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const round = [1, 2, 5, 10].map((factor) => factor * power).find((step) => step >= rough) ?? rough
  const step = Math.max(1, round)
  return Array.from({ length: Math.max(1, Math.ceil(most / step)) + 1 }, (_, index) => index * step)
}

import { along, type Bead, lines, ribbonAlong } from './ribbons.ts'

export type Chart = {
  width: number
  count: number
  steps?: number
  /** height of trace `index` at x; trace 0 is the farthest */
  y: (index: number, x: number) => number
  half: (index: number, x: number) => number
  epsilon?: number
}

const bleed = 12
/** a hidden line stops this far short of the skyline, or crests turn into a scribble */
const halo = 0.9

function trace({ width, steps = 170, y, half }: Chart, index: number): Bead[] {
  return along(steps, (t) => {
    const x = t * (width + 2 * bleed) - bleed
    return { x, y: y(index, x), half: half(index, x) }
  })
}

/** Recorder traces, one path each, top to bottom. */
export function traces(chart: Chart): string[] {
  return lines(chart.count, (index) => ribbonAlong(trace(chart, index), chart.epsilon))
}

/** The same, but each trace hides what lies behind it: the nearest is drawn first and leaves its skyline. */
export function tracesInRelief(chart: Chart): string[] {
  const skyline: number[] = []
  const nearestFirst = lines(chart.count, (fromFront) => {
    const beads = trace(chart, chart.count - 1 - fromFront)
    const visible = beads.map((bead, i) => {
      const edge = skyline[i] ?? Number.POSITIVE_INFINITY
      skyline[i] = Math.min(edge, bead.y - bead.half)
      return bead.y + bead.half + halo > edge ? { ...bead, half: 0 } : bead
    })
    return ribbonAlong(visible, chart.epsilon)
  })
  return nearestFirst.reverse()
}

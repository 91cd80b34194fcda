import { hangCloth } from './cloth.ts'
import { hippo } from './hippo.ts'
import { palettes } from './palette.ts'
import { type Point, writePath } from './path.ts'
import { along } from './ribbons.ts'
import { scene } from './scene.ts'
import { picture } from './svg.ts'
import { threads, weigh } from './threads.ts'
import { traces } from './traces.ts'

const width = 960
const height = 540
const place = [450, 280, 140] as const

/** The original video: a small round shape presses through the curtain. */
export function posterOriginal(): string {
  const surface = hangCloth(hippo(...place), { width, height, cell: 3, pull: 0.006, hang: 1.1 })
  const lines = threads({
    width,
    height,
    surface,
    gap: () => 7,
    thick: 3.1,
    parallax: 0.2,
    steps: 220,
    epsilon: 0.2,
    seed: 9,
  })
  return picture(
    width,
    height,
    scene('poster-a', width, height, palettes.amber, { lines, glow: { x: 500, y: 270, r: 520, squash: 1.2 } }),
  )
}

/** The challenge: the same shape, as a recorder would have caught it. One trace is live. */
export function posterChallenge(): string {
  const surface = hangCloth(hippo(...place), { width, height, cell: 3, pull: 0.006, hang: 1 })
  const count = 74
  const lift = 0.22
  const rows = along(count - 1, (t) => t * (height + 60) - 10)
  function y(index: number, x: number): number {
    const row = rows[index] ?? 0
    return row - surface.at(x, row).height * lift
  }
  const liveRow = 34
  const lines = traces({
    width,
    count,
    steps: 320,
    epsilon: 0.2,
    y,
    half: (index, x) => {
      const { slopeX, slopeY } = surface.at(x, rows[index] ?? 0)
      const room = Math.max(0.12, 1 - lift * slopeY) * 2.9
      return index === liveRow ? 0 : Math.min(room, weigh(slopeX, slopeY, -0.6, 0.5, 3))
    },
  })
  const live = writePath(
    along(480, (t): Point => [t * width, y(liveRow, t * width)]),
    'open',
  )
  const glow = { x: 500, y: 280, r: 560, squash: 1.2 }
  return picture(width, height, scene('poster-b', width, height, palettes.clinic, { lines, live, glow }))
}

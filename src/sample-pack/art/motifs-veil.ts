import { bust } from '#art/bust.ts'
import { hangCloth, type Relief } from '#art/cloth.ts'
import { hand } from '#art/hand.ts'
import { smooth } from '#art/maths.ts'
import { coverHeight as height, type Motif, coverWidth as width } from '#art/motif.ts'
import { valueNoise } from '#art/noise.ts'
import { along, lines, ribbon, ribbonAlong } from '#art/ribbons.ts'
import { threads } from '#art/threads.ts'

const cloth = { width, height, cell: 3, pull: 0.003, hang: 1.3 }
const curtain = { width, height, gap: () => 6.8, steps: 210, epsilon: 0.25 }

/** It appears. */
export function trueVeil(): Motif {
  const surface = hangCloth(bust({ x: 280, y: 312, scale: 130 }), cloth)
  return {
    lines: threads({ ...curtain, surface, seed: 7 }),
    glow: { x: 300, y: 320, r: 430, squash: 0.8 },
  }
}

/** It multiplies: five of them, each pair a little farther behind. */
export function echoOfTheVeil(): Motif {
  const heads: Relief[] = [
    bust({ x: 290, y: 316, scale: 96 }),
    bust({ x: 126, y: 292, scale: 72, depth: 0.66, roll: -0.06 }),
    bust({ x: 458, y: 292, scale: 72, depth: 0.66, roll: 0.06 }),
    bust({ x: 6, y: 274, scale: 52, depth: 0.45, roll: -0.1 }),
    bust({ x: 582, y: 274, scale: 52, depth: 0.45, roll: 0.1 }),
  ]
  const surface = hangCloth((x, y) => Math.max(...heads.map((head) => head(x, y))), { ...cloth, pull: 0.008 })
  return {
    lines: threads({ ...curtain, surface, seed: 3, thick: 2.8, epsilon: 0.44 }),
    glow: { x: 300, y: 310, r: 420, squash: 0.78 },
  }
}

/** The curtain parted, and one string still sounding in the gap. Nobody. */
export function veilsLastSong(): Motif {
  const count = 96
  const fold = valueNoise(5)
  const half = width / 2
  const panels = lines(count, (index) => {
    const u = ((index + 0.5) / count) * 2 - 1
    const side = Math.sign(u)
    const stations = along(180, (t) => {
      const y = t * height
      const open = 104 * smooth(90, 640, y) ** 1.3
      const pleat = Math.sin(Math.abs(u) * 26 + fold(u * 4, t * 1.5) * 1.6)
      const x = half + side * (open + 5 + (half + 36 - open) * Math.abs(u)) + side * pleat * (4 + open * 0.07)
      const facing = 0.5 + 0.5 * Math.cos(Math.abs(u) * 26 + 0.9)
      const edge = Math.exp(-Math.abs(u) * 5)
      return { x, y, nx: 1, ny: 0, half: 0.4 + facing * 1.5 * smooth(120, 420, y) + edge * 1.1 * smooth(140, 300, y) }
    })
    return ribbon(stations, 0.25)
  })
  const string = [1, 0.62, 0.24, -0.24, -0.62, -1].map((phase) =>
    ribbonAlong(
      along(160, (t) => {
        const swing = Math.sin(t * Math.PI) ** 0.8 * Math.sin(t * Math.PI * 3) * 34 * phase
        return { x: half + swing, y: 128 + t * 556, half: 0.5 + 0.5 * (1 - Math.abs(phase)) }
      }),
      0.2,
    ),
  )
  return { lines: [...panels, ...string], glow: { x: 300, y: 400, r: 460, squash: 0.66 } }
}

/** A hand against the cloth. */
export function theVeilLives(): Motif {
  const surface = hangCloth(hand(300, 452, 88, 0.06), { ...cloth, pull: 0.012, hang: 1 })
  return {
    lines: threads({ ...curtain, surface, gap: () => 6.4, seed: 11, parallax: 0.34, thick: 3.1 }),
    glow: { x: 300, y: 360, r: 440, squash: 0.8 },
  }
}

import { bust } from '#art/bust.ts'
import { hangCloth, type Relief } from '#art/cloth.ts'
import type { Lump } from '#art/lumps.ts'
import { palettes } from '#art/palette.ts'
import { scene } from '#art/scene.ts'
import { picture } from '#art/svg.ts'
import { threads } from '#art/threads.ts'

// A knot at the nape; without it the head belongs to a shop window.
const hair: readonly Lump[] = [{ x: -0.62, y: 0.16, z: -0.62, rx: 0.4, ry: 0.36, rz: 0.42 }]

/** The author, turned three quarters. */
export function sitter(x: number, y: number, scale: number): Relief {
  return bust({ x, y, scale, yaw: 0.52, roll: -0.07, hair })
}

/** Stands in for a photograph of the author: someone, turned three quarters, as far as anyone will confirm. */
export function portrait(): string {
  const width = 800
  const height = 1000
  const surface = hangCloth(sitter(392, 400, 196), {
    width,
    height,
    cell: 3,
    pull: 0.006,
    hang: 1.2,
  })
  const lines = threads({
    width,
    height,
    surface,
    gap: () => 6.6,
    thin: 0.5,
    thick: 3,
    parallax: 0.16,
    light: -0.66,
    folds: 9,
    steps: 260,
    epsilon: 0.15,
    seed: 29,
  })
  return picture(
    width,
    height,
    scene('portrait', width, height, palettes.bone, { lines, glow: { x: 400, y: 400, r: 640, squash: 0.8 } }),
  )
}

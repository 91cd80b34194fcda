import { bust } from './bust.ts'
import { hangCloth, type Surface } from './cloth.ts'
import { bell, smooth } from './maths.ts'
import { around, downward, type Glow, mask } from './svg.ts'
import { type Curtain, threads } from './threads.ts'

export type HeroShape = 'wide' | 'tall'

type Stage = { surface: () => Surface; curtain: Omit<Curtain, 'surface'>; glow: Glow; fadeFrom: number }

// The weights keep the cloth calm where the header and the text stand on it.
const stages: Record<HeroShape, Stage> = {
  wide: {
    surface: () =>
      hangCloth(bust({ x: 1064, y: 326, scale: 150, roll: -0.04 }), {
        width: 1440,
        height: 820,
        cell: 3.5,
        pull: 0.0024,
      }),
    curtain: {
      width: 1440,
      height: 820,
      gap: (x) => 14.5 - 7 * bell(x - 1050, 330),
      parallax: -0.3,
      light: 0.66,
      thick: 3.7,
      folds: 14,
      steps: 190,
      seed: 5,
      weight: (x, y) => (0.34 + 0.66 * smooth(520, 860, x)) * (0.5 + 0.5 * smooth(20, 130, y)),
    },
    glow: { x: 1020, y: 350, r: 540, squash: 1.2 },
    fadeFrom: 0.62,
  },
  tall: {
    surface: () =>
      hangCloth(bust({ x: 208, y: 180, scale: 80, roll: -0.04 }), { width: 390, height: 520, cell: 2, pull: 0.008 }),
    curtain: {
      width: 390,
      height: 520,
      gap: () => 5.6,
      parallax: -0.3,
      light: 0.66,
      thin: 0.45,
      thick: 2.6,
      folds: 8,
      steps: 150,
      seed: 5,
      weight: (_, y) => 0.5 + 0.5 * smooth(10, 80, y),
    },
    glow: { x: 190, y: 180, r: 340, squash: 0.9 },
    fadeFrom: 0.42,
  },
}

/** The three thirds of the curtain, as masks: black ink whose alpha the page colours. CSS lets each third breathe alone. */
export function hero(shape: HeroShape): { a: string; b: string; c: string } {
  const { surface, curtain, glow, fadeFrom } = stages[shape]
  const all = threads({ ...curtain, surface: surface() })
  const ink = around('ink', glow, [
    { at: 0, colour: '#000' },
    { at: 0.5, colour: '#000', opacity: 0.92 },
    { at: 1, colour: '#000', opacity: 0.14 },
  ])
  const fade = downward('fade', [
    { at: fadeFrom, colour: '#fff' },
    { at: 1, colour: '#fff', opacity: 0 },
  ])
  function third(start: number): string {
    const d = all.filter((_, index) => index % 3 === start).join('')
    return mask(curtain.width, curtain.height, ink + fade, `<path fill="url(#ink)" d="${d}"/>`)
  }
  return { a: third(0), b: third(1), c: third(2) }
}

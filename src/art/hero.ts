import { bust } from './bust.ts'
import { hangCloth, type Relief, type Surface } from './cloth.ts'
import { doorway } from './doorway.ts'
import { hand } from './hand.ts'
import { bell, smooth } from './maths.ts'
import { pleats } from './pleats.ts'
import { around, downward, type Glow, mask } from './svg.ts'
import { type Curtain, threads } from './threads.ts'

export type HeroShape = 'wide' | 'tall'

/** Who is behind the curtain. */
export const heroFigures = ['profile', 'hand', 'door', 'nobody'] as const
export type HeroFigure = (typeof heroFigures)[number]

type Stage = { curtain: Omit<Curtain, 'surface'>; glow: Glow; fadeFrom: number }

// The weights keep the cloth calm where the header and the text stand on it.
const stages: Record<HeroShape, Stage> = {
  wide: {
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

/** A cloth over a form: the tighter the pull, the closer it follows. */
function over(shape: HeroShape, form: Relief, pull: number): Surface {
  const { width, height } = stages[shape].curtain
  return hangCloth(form, { width, height, cell: shape === 'wide' ? 3.5 : 2, pull })
}

const surfaces: Record<HeroFigure, Record<HeroShape, () => Surface>> = {
  profile: {
    wide: () => over('wide', bust({ x: 1064, y: 326, scale: 150, roll: -0.04 }), 0.0024),
    tall: () => over('tall', bust({ x: 208, y: 180, scale: 80, roll: -0.04 }), 0.008),
  },
  hand: {
    wide: () => over('wide', hand(1064, 474, 112, -0.07), 0.006),
    tall: () => over('tall', hand(206, 268, 58, -0.07), 0.02),
  },
  door: {
    wide: () => over('wide', doorway({ x: 1064, top: 128, half: 128, tall: 640 }), 0.012),
    tall: () => over('tall', doorway({ x: 206, top: 74, half: 74, tall: 380 }), 0.035),
  },
  nobody: {
    wide: () => pleats({ x: 1064, wide: 46, deep: 30 }),
    tall: () => pleats({ x: 206, wide: 22, deep: 15 }),
  },
}

/** The three thirds of the curtain, as masks: black ink whose alpha the page colours. CSS lets each third breathe alone. */
export function hero(shape: HeroShape, figure: HeroFigure = 'profile'): { a: string; b: string; c: string } {
  const { curtain, glow, fadeFrom } = stages[shape]
  const all = threads({ ...curtain, surface: surfaces[figure][shape]() })
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

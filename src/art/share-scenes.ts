import { bust } from './bust.ts'
import { hangCloth, type Relief, type Surface } from './cloth.ts'
import { desk } from './desk.ts'
import { doorLines, knob } from './door.ts'
import { doorway } from './doorway.ts'
import { hand } from './hand.ts'
import type { HeroFigure } from './hero.ts'
import { bell } from './maths.ts'
import { type Genre, genrePalettes, type Palette, type PaletteName, palettes } from './palette.ts'
import { type Point, writePath } from './path.ts'
import { pleats } from './pleats.ts'
import { posterOriginal } from './poster.ts'
import { along } from './ribbons.ts'
import { scene } from './scene.ts'
import { storyArt } from './story-art.ts'
import { inset, rect } from './svg.ts'
import { threads } from './threads.ts'
import { traces } from './traces.ts'

export const cardWidth = 1200
export const cardHeight = 630

export type CardScene = {
  palette: Palette
  /** behind the scrim that keeps the words readable */
  back: () => string
  /** before it */
  front?: () => string
  /** room for the title, when the art needs more of the card than usual */
  measure?: number
  /** room for the line below it */
  lineMeasure?: number
}

const width = cardWidth
const height = cardHeight

function hung(name: PaletteName, surface: () => Surface): CardScene {
  const palette = palettes[name]
  return {
    palette,
    back: () => {
      const view = { gap: () => 7, parallax: -0.26, light: 0.66, thick: 3.2, steps: 190, seed: 5 }
      const lines = threads({ width, height, surface: surface(), ...view })
      return scene('card', width, height, palette, { lines, glow: { x: 880, y: 300, r: 520 } })
    },
  }
}

function over(form: Relief, pull = 0.003): Surface {
  return hangCloth(form, { width, height, cell: 3.5, pull, hang: 1.2 })
}

const figures: Record<HeroFigure, () => Surface> = {
  profile: () => over(bust({ x: 930, y: 262, scale: 128, roll: -0.05 })),
  hand: () => over(hand(900, 372, 96, -0.08)),
  door: () => over(doorway({ x: 920, top: 70, half: 118, tall: 600 }), 0.012),
  nobody: () => pleats({ x: 920, wide: 46, deep: 30 }),
}

/** Whoever stands behind the curtain of her first page. */
export function figureScene(figure: HeroFigure, palette: PaletteName): CardScene {
  return hung(palette, figures[figure])
}

function framed(name: PaletteName, art: () => string, x: number, y: number, w: number, h: number): CardScene {
  const palette = palettes[name]
  return { palette, back: () => rect(0, 0, width, height, palette.ground) + inset(art(), x, y, w, h) }
}

const bands: readonly [genre: Genre, seed: string, eyeLevel: number][] = [
  ['Supernatural Suspense', 'the-listening-wall', 152],
  ['Psychological Suspense', 'band-2', 140],
  ['Mystery Thriller', 'band-3', 130],
  ['Supernatural Drama', 'band-4', 130],
  ['Spiritual Fiction', 'band-5', 185],
]

const shortStories: CardScene = {
  palette: palettes.veil,
  measure: 480,
  lineMeasure: 500,
  back: () =>
    rect(0, 0, width, height, palettes.veil.deep) +
    bands
      .map(([genre, seed, eyeLevel], i) => {
        const art = storyArt(seed, genre).replace(/viewBox="[^"]+"/, `viewBox="0 ${eyeLevel - 46} 480 92"`)
        const band = inset(art, 590, i * 127, 610, 122).replace('<svg ', '<svg preserveAspectRatio="xMidYMid slice" ')
        return rect(590, i * 127, 610, 122, genrePalettes[genre].tint) + band
      })
      .join(''),
}

function beat(x: number): number {
  const u = (x - 880) / 150
  return (
    bell(u, 0.07) -
    0.34 * bell(u - 0.15, 0.07) -
    0.12 * bell(u + 0.13, 0.05) +
    0.12 * bell(u + 0.7, 0.15) +
    0.2 * bell(u - 0.85, 0.2)
  )
}

const contact: CardScene = {
  palette: palettes.clinic,
  back: () => {
    const lines = traces({
      width,
      count: 58,
      steps: 60,
      y: (i) => 14 + i * 10.6,
      half: (i, x) => 0.4 + 0.8 * bell(i - 38, 16) * bell(x - 880, 420),
    })
    const live = writePath(
      along(800, (t): Point => [t * width, 416.8 - beat(t * width) * 330]),
      'open',
    )
    return scene('card', width, height, palettes.clinic, { lines, live, glow: { x: 880, y: 330, r: 560 } })
  },
}

/** A name nobody can read, signed on the last line, and the stroke under it. */
function signature(): string {
  return writePath(
    along(700, (t): Point => {
      if (t > 0.84) return [1120 - (t - 0.84) * 2500, 486 + 14 * Math.sin((t - 0.84) * 18)]
      const a = t * 44 + 1.5 * Math.sin(t * 11)
      const large = 0.26 + 1.25 * bell(t - 0.06, 0.07) + 0.75 * bell(t - 0.5, 0.05)
      return [700 + t * 470 - Math.cos(a) * 19 * large, 466 - t * 24 - (0.3 + Math.sin(a)) * 54 * large]
    }),
    'open',
  )
}

const terms: CardScene = {
  palette: palettes.bone,
  back: () => {
    const lines = traces({
      width,
      count: 34,
      steps: 240,
      y: (i) => 30 + i * 18,
      half: (i, x) => (i === 25 ? 1.3 : clause(i, x)),
    })
    return scene('card', width, height, palettes.bone, { lines, live: signature(), glow: { x: 860, y: 360, r: 560 } })
  },
}

/** Weight of the small print: words of a length that suggests a lawyer. */
function clause(row: number, x: number): number {
  const word = Math.sin(x * 0.11 + row * 1.7) + Math.sin(x * 0.047 + row * 2.9)
  const blank = row > 22 && row < 28
  return blank ? 0.3 : word > -0.9 ? 1.5 : 0.3
}

const notFound: CardScene = {
  palette: palettes.amber,
  back: () => {
    const { line, hot, ground } = palettes.amber
    return `${rect(0, 0, width, height, ground)}<g transform="translate(240 16)"><path fill="${line}" d="${doorLines().join('')}"/><circle cx="${knob.x}" cy="${knob.y}" r="${knob.r}" fill="${hot}"/></g>`
  },
}

/** What the cards of some pages show, whoever the author is. */
export type ViewName =
  | 'short-stories'
  | 'blog'
  | 'signup'
  | 'contact'
  | 'terms-of-service'
  | 'privacy-policy'
  | 'house-hippo-challenge'
  | 'not-found'
  /** stands in for a card that is still being drawn */
  | 'plain'

export const views: Record<ViewName, CardScene> = {
  'short-stories': shortStories,
  blog: framed('amber', desk, 236, -96, 1150, 767),
  signup: figureScene('hand', 'bone'),
  contact,
  'terms-of-service': terms,
  'privacy-policy': framed('amber', () => storyArt('keyhole-5', 'Mystery Thriller'), 300, 0, 1008, 630),
  'house-hippo-challenge': framed('amber', posterOriginal, 312, 0, 1120, 630),
  'not-found': notFound,
  plain: figureScene('nobody', 'bone'),
}

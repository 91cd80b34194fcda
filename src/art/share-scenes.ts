import { bust } from './bust.ts'
import { hangCloth, type Relief } from './cloth.ts'
import { desk } from './desk.ts'
import { doorLines, knob } from './door.ts'
import { hand } from './hand.ts'
import { bell } from './maths.ts'
import { vossTrials } from './motifs-standalone.ts'
import { type Genre, genrePalettes, type Palette, type PaletteName, palettes } from './palette.ts'
import { type Point, writePath } from './path.ts'
import { sitter } from './portrait.ts'
import { posterOriginal } from './poster.ts'
import { along } from './ribbons.ts'
import { scene } from './scene.ts'
import { storyArt } from './story-art.ts'
import { inset, rect } from './svg.ts'
import { threads } from './threads.ts'
import { traces } from './traces.ts'

export const cardWidth = 1200
export const cardHeight = 630

/** Cover pictures by slug, for the cards that show books. */
export type Covers = ReadonlyMap<string, string>

export type CardScene = {
  palette: Palette
  /** behind the scrim that keeps the words readable */
  back: () => string
  /** before it */
  front?: (covers: Covers) => string
  /** room for the title, when the art needs more of the card than usual */
  measure?: number
}

const width = cardWidth
const height = cardHeight

function pressed(name: PaletteName, form: Relief, seenFrom: 'left' | 'right'): CardScene {
  const palette = palettes[name]
  const side = seenFrom === 'left' ? -1 : 1
  return {
    palette,
    back: () => {
      const surface = hangCloth(form, { width, height, cell: 3.5, pull: 0.003, hang: 1.2 })
      const view = { gap: () => 7, parallax: side * -0.26, light: side * 0.66, thick: 3.2, steps: 190, seed: 5 }
      const lines = threads({ width, height, surface, ...view })
      return scene('card', width, height, palette, { lines, glow: { x: 880, y: 300, r: 520 } })
    },
  }
}

function framed(name: PaletteName, art: () => string, x: number, y: number, w: number, h: number): CardScene {
  const palette = palettes[name]
  return { palette, back: () => rect(0, 0, width, height, palette.ground) + inset(art(), x, y, w, h) }
}

function standing(covers: Covers, slug: string, x: number, y: number, w: number): string {
  const h = w * 1.5
  const shadow = [30, 20, 10].map(
    (grow) =>
      `<rect x="${x - grow}" y="${y - grow / 2}" width="${w + 2 * grow}" height="${h + grow}" rx="${grow}" fill="#000" opacity=".22"/>`,
  )
  return shadow.join('') + inset(covers.get(slug) ?? '', x, y, w, h)
}

const books: CardScene = {
  palette: palettes.bone,
  measure: 380,
  back: () => rect(0, 0, width, height, palettes.bone.deep),
  front: (covers) =>
    standing(covers, 'patient-92', 430, 172, 222) +
    standing(covers, 'the-drivers-promise', 1012, 150, 240) +
    standing(covers, 'true-veil', 580, 120, 264) +
    standing(covers, 'voss-trials', 772, 62, 316),
}

const voss: CardScene = {
  palette: palettes.red,
  back: () => {
    const { line, deep } = palettes.red
    const print = vossTrials().lines.join('')
    return `${rect(0, 0, width, height, deep)}<path transform="translate(60 -420) scale(2.1)" fill="${line}" opacity=".34" d="${print}"/>`
  },
  front: (covers) => standing(covers, 'voss-trials', 776, 48, 356),
}

const bands: readonly [genre: Genre, story: string, eyeLevel: number][] = [
  ['Supernatural Suspense', 'the-listening-wall', 152],
  ['Psychological Suspense', 'a-polite-man', 140],
  ['Mystery Thriller', 'left-at-the-lamp', 130],
  ['Supernatural Drama', 'what-the-choir-kept', 130],
  ['Spiritual Fiction', 'the-long-amen', 185],
]

const shortStories: CardScene = {
  palette: palettes.veil,
  measure: 480,
  back: () =>
    rect(0, 0, width, height, palettes.veil.deep) +
    bands
      .map(([genre, story, eyeLevel], i) => {
        const art = storyArt(story, genre).replace(/viewBox="[^"]+"/, `viewBox="0 ${eyeLevel - 46} 480 92"`)
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

export type SharePage =
  | 'home'
  | 'books'
  | 'about'
  | 'short-stories'
  | 'blog'
  | 'signup'
  | 'voss-trials'
  | 'contact'
  | 'press'
  | 'terms-of-service'
  | 'privacy-policy'
  | 'house-hippo-challenge'
  | 'not-found'

export const cardScenes: Record<SharePage, CardScene> = {
  home: pressed('veil', bust({ x: 930, y: 262, scale: 128, roll: -0.05 }), 'right'),
  books,
  about: pressed('bone', sitter(860, 262, 132), 'left'),
  'short-stories': shortStories,
  blog: framed('amber', desk, 236, -96, 1150, 767),
  signup: pressed('bone', hand(900, 372, 96, -0.08), 'right'),
  'voss-trials': voss,
  contact,
  press: pressed('veil', sitter(860, 262, 132), 'left'),
  'terms-of-service': terms,
  'privacy-policy': framed('amber', () => storyArt('keyhole-5', 'Mystery Thriller'), 300, 0, 1008, 630),
  'house-hippo-challenge': framed('amber', posterOriginal, 312, 0, 1120, 630),
  'not-found': notFound,
}

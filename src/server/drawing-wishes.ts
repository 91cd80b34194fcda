import { createHash } from 'node:crypto'
import { pictureFormats } from './picture-formats.ts'

/** A cover in the manner of the house (`art/drawn-cover.ts`). */
export type CoverWish = {
  title: string
  series: string | null
  number: number | null
  authorName: string
  /** names of `art/cover-design.ts` */
  motif: string
  palette: string
  lettering: string
  seed: number
}

/** A cover on a card: drawn there once more, one that came with the sample, or a picture of hers. */
export type CardCover =
  | ({ kind: 'drawn' } & CoverWish)
  | { kind: 'pack'; name: string }
  | { kind: 'image'; url: string; colour: string | null }

/** What a card shows behind its words. */
export type CardScene =
  /** one of `art/share-scenes.ts` */
  | { view: string }
  /** who stands behind her curtain, in one of `art/palette.ts` */
  | { figure: string; palette: string }
  | { photograph: string; focal: string }
  | { cover: CardCover | null }
  | { covers: readonly CardCover[] }
  /** the page of writing chosen for a post */
  | { postId: string }
  /** `storyArt` is what has been drawn for it already; empty: it is drawn there once more, from its seed */
  | { storyArt: string; seed: string; genre: string }

/** The picture other sites show beside a link. */
export type CardWish = {
  title: string
  line: string
  authorName: string
  /** the colour of the small words, where it is not the scene's own */
  ink: string | null
  scene: CardScene
}

/** The marks of a browser's tab and of a home screen: a letter, lit in her colour. */
export type IconsWish = { letter: string; night: string; paper: string }

/** The picture of a story: the same seed gives the same one. */
export type StoryWish = { seed: string; genre: string }

/** `sketch` is a cover as SVG: there in a moment, to be looked at before it is chosen. */
export type DrawingWish =
  | ({ kind: 'cover' } & CoverWish)
  | ({ kind: 'sketch' } & CoverWish)
  | ({ kind: 'card' } & CardWish)
  | ({ kind: 'icons' } & IconsWish)
  | ({ kind: 'story' } & StoryWish)

// The second is what a phone shows in its first view: as it is, and in a grid of two on a screen with three dots.
export const coverWidths = [200, 384, 480, 800] as const
export const iconSizes = [180, 192, 512] as const

/** The files each of them is: `cover-<key>.480.avif`. */
export const endings: Record<DrawingWish['kind'], readonly string[]> = {
  cover: coverWidths.flatMap((width) => pictureFormats.map((format) => `${width}.${format}`)),
  sketch: ['svg'],
  card: ['png'],
  icons: ['svg', 'ico', ...iconSizes.map((size) => `${size}.png`)],
  story: ['svg'],
}

/** What its files are called in front: everything that decides how it looks, what draws and what is drawn. */
export function nameOfWish(wish: DrawingWish, edition: string): string {
  const parts = Object.entries(wish).sort(([a], [b]) => (a < b ? -1 : 1))
  const key = createHash('sha256')
    .update(JSON.stringify([edition, parts]))
    .digest('hex')
  return `${wish.kind}-${key.slice(0, 24)}`
}

/** Pictures of hers that are part of it: whoever draws has to be given them. */
export function imagesIn(wish: DrawingWish): string[] {
  if (wish.kind !== 'card') return []
  const { scene } = wish
  if ('photograph' in scene) return [scene.photograph]
  const covers = 'covers' in scene ? scene.covers : 'cover' in scene && scene.cover ? [scene.cover] : []
  return covers.flatMap((cover) => (cover.kind === 'image' ? [cover.url] : []))
}

/** What the process that draws is told: the wish, and each of those pictures by its address, as `data:`. */
export type DrawingJob = { wish: DrawingWish; images: Readonly<Record<string, string>> }

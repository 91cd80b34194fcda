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

/** The picture other sites show beside a link. */
export type CardWish = {
  title: string
  line: string
  authorName: string
  /** what is behind the words: the drawing chosen for a post, or the story's own */
  scene: { postId: string } | { storyArt: string; genre: string }
}

/** `sketch` is a cover as SVG: there in a moment, to be looked at before it is chosen. */
export type DrawingWish =
  | ({ kind: 'cover' } & CoverWish)
  | ({ kind: 'sketch' } & CoverWish)
  | ({ kind: 'card' } & CardWish)

export const coverWidths = [200, 400, 800] as const

/** The files each of them is: `cover-<key>.400.avif`. */
export const endings: Record<DrawingWish['kind'], readonly string[]> = {
  cover: coverWidths.flatMap((width) => pictureFormats.map((format) => `${width}.${format}`)),
  sketch: ['svg'],
  card: ['png'],
}

import type { Outline } from './lettering.ts'

/** What a sample brings along to be drawn with the build, each under the name its files have in front. */
export type PackArt = {
  covers: readonly { name: string; draw: (outline: Outline) => string }[]
  pictures: readonly { name: string; widths: readonly number[]; draw: () => string }[]
  /** by the slugs of its stories */
  stories: readonly { name: string; draw: () => string }[]
  /** every word that is drawn: what else the sample says changes no picture */
  words: unknown
}

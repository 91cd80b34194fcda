/**
 * What a cover is: one of her pictures, one drawn for her by a recipe, or one of those that came with the sample.
 * Without any the book wears a lettered board.
 */
export type CoverPicture =
  | { kind: 'image'; url: string; width: number; height: number; colour: string | null }
  /** `files` is what its files are called in front, once it has been drawn; `sketch` an address only its owner can open */
  | {
      kind: 'drawn'
      motif: string
      palette: string
      lettering: string
      seed: number
      files?: string | null
      sketch?: string
    }
  | { kind: 'pack'; name: string }

/** Enough of a book to show its cover. */
export type Covered = { title: string; series: string | null; cover: CoverPicture | null; coverAlt: string }

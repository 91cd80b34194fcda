declare module '#server/db.ts' {
  interface Tables {
    page_words: PageWordsRow
    page_words_versions: PageWordsVersionRow
  }
}

/** What she has said otherwise than the house: fields that say the original are not in it. */
export type PageWordsRow = {
  name: string
  /** JSON */
  fields: string
  is_sample: number
  /** counts its saves */
  version: number
  saved_at: string
}

export type PageWordsVersionRow = Pick<PageWordsRow, 'name' | 'version' | 'fields' | 'saved_at'>

import type { WorkRow } from '#features/writing/work-kind.server.ts'

declare module '#server/db.ts' {
  interface Tables {
    books: BookRow
    book_series: BookSeriesRow
    book_roles: BookRoleRow
  }
}

/** `content` is the description; what is not published is hidden. */
export type BookRow = WorkRow & {
  subtitle: string | null
  /** by name: a series is what its books say they belong to */
  series: string | null
  /** its number there, in tenths: whole numbers are all both engines share */
  series_tenths: number | null
  caption: string
  opening: string
  /** how the description and the story begin, as readers see the words */
  summary: string
  first_line: string
  genre: string | null
  publication_date: string | null
  page_count: number | null
  word_count: number | null
  /** JSON: a `CoverPicture`; null: a lettered board */
  cover: string | null
  cover_alt: string
  /** JSON lists */
  shops: string
  editions: string
  praise: string
  /** its place among the others of its series, from 1 on; 0 while it has none yet */
  position: number
}

/** What is known of a shelf beside its books. The empty name stands for those that stand alone. */
export type BookSeriesRow = { name: string; pitch: string; position: number; start_id: string | null }

/** What a book is given away as. `file_name` is what the free book's file is called in every call and letter. */
export type BookRoleRow = { role: 'advance' | 'free'; book_id: string; file_name: string }

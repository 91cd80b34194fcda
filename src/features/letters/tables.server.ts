import type { WorkRow } from '#features/writing/work-kind.server.ts'

declare module '#server/db.ts' {
  interface Tables {
    written_letters: WrittenLetterRow
    letter_links: LetterLinkRow
  }
}

/** A letter as its author wrote it; the row of each recipient is the post office's. `title` is its subject. */
export type WrittenLetterRow = WorkRow & {
  preview_line: string
  /** JSON */
  audience: string
  /** when it is to go, as long as it has not */
  due_at: string | null
  /** how many may leave on the first day, twice as many on each further one; null: all of them */
  per_day: number | null
  /** what carries or has carried it */
  mailing_id: string | null
  /** a letter that goes by itself: so many days after somebody joined; null for one that is sent */
  welcome_days: number | null
  /** and only to whoever came by this form; null: by any */
  welcome_source: string | null
  /** when it went, and so since when it may be read on the site */
  sent_at: string | null
  /** why it did not go at its time, in words */
  trouble: string | null
}

/** A link in a letter that has left: how often it was followed, and nothing of by whom. */
export type LetterLinkRow = { id: string; letter_id: string; href: string; clicks: number }

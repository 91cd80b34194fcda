import type { WorkRow } from '#features/writing/work-kind.server.ts'
import type { Genre } from './genres.ts'

declare module '#server/db.ts' {
  interface Tables {
    short_stories: StoryRow
  }
}

export type StoryRow = WorkRow & {
  genre: Genre
  is_featured: 0 | 1
  is_reviewed: 0 | 1
  word_count: number
  /** a calendar date; in the future: scheduled */
  publication_date: string
  description: string
  original_url: string | null
  /** the picture that came with it, or that an older version drew; empty: it is drawn when somebody asks for it */
  art: string
}

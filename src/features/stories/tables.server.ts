import type { Genre } from './genres.ts'

declare module '#server/db.ts' {
  interface Tables {
    short_stories: StoryRow
  }
}

export type StoryRow = {
  id: string
  title: string
  slug: string
  genre: Genre
  is_featured: 0 | 1
  is_reviewed: 0 | 1
  word_count: number
  /** a calendar date; in the future: scheduled */
  publication_date: string
  description: string
  content: string
  /** an https address, or the path of one of our own pictures */
  cover_image: string | null
  original_url: string | null
  /** the picture drawn for it */
  art: string
  is_published: 0 | 1
  is_sample: 0 | 1
  version: number
  created_at: string
  updated_at: string
  /** thrown away, and not yet gone */
  deleted_at: string | null
}

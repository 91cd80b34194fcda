import type { WorkRow } from '#features/writing/work-kind.server.ts'

declare module '#server/db.ts' {
  interface Tables {
    posts: PostRow
  }
}

export type PostRow = WorkRow & {
  excerpt: string | null
  category: string | null
  /** a JSON list */
  tags: string
  is_featured: 0 | 1
  /** in the future: scheduled */
  published_at: string | null
  reading_minutes: number
}

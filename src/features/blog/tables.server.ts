declare module '#server/db.ts' {
  interface Tables {
    posts: PostRow
  }
}

export type PostRow = {
  id: string
  title: string
  slug: string
  excerpt: string | null
  content: string
  /** an https address, or the path of one of our own pictures */
  cover_image: string | null
  category: string | null
  /** a JSON list */
  tags: string
  is_published: 0 | 1
  is_featured: 0 | 1
  /** in the future: scheduled */
  published_at: string | null
  is_sample: 0 | 1
  version: number
  created_at: string
  updated_at: string
  /** thrown away, and not yet gone */
  deleted_at: string | null
}

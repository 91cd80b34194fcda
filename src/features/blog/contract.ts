/** A published post on the wire. */
export type Post = {
  id: string
  title: string
  slug: string
  excerpt: string | null
  content: string
  coverImage: string | null
  category: string | null
  tags: string[]
  isPublished: boolean
  isFeatured: boolean
  publishedDate: string | null
  createdAt: string
}

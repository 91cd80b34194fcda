export const genres = [
  'Supernatural Suspense',
  'Supernatural Drama',
  'Mystery Thriller',
  'Psychological Suspense',
  'Spiritual Fiction',
] as const

export type Genre = (typeof genres)[number]

/** A story on the wire. */
export type Story = {
  id: string
  title: string
  genre: Genre
  featured: boolean
  editoriallyReviewed: boolean
  wordCount: number
  publicationDate: string
  description: string
  content: string
  coverImage: string | null
  reedyPromptsUrl: string
}

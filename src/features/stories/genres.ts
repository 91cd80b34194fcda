export const genres = [
  'Supernatural Suspense',
  'Supernatural Drama',
  'Mystery Thriller',
  'Psychological Suspense',
  'Spiritual Fiction',
] as const

export type Genre = (typeof genres)[number]

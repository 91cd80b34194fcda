export const genres = [
  'Supernatural Suspense',
  'Supernatural Drama',
  'Mystery Thriller',
  'Psychological Suspense',
  'Spiritual Fiction',
] as const

export type Genre = (typeof genres)[number]

export function genreSlug(genre: Genre): string {
  return genre.toLowerCase().replaceAll(' ', '-')
}

/** Where the picture of a story is. Another genre is another picture, so what stands there may be kept for ever. */
export function storyArtUrl({ id, genre }: { id: string; genre: Genre }): string {
  return `/story-art/${id}-${genreSlug(genre)}.svg`
}

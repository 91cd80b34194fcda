import { queryOptions } from '@tanstack/react-query'
import { withoutSource, withoutWords } from '#features/writing/for-page.ts'
import type { BookAfter, Story, StoryInFull } from './contract.ts'

export const storiesQuery = queryOptions<Story[]>({ queryKey: ['/api/short-stories'], meta: withoutWords })

export function storyQuery(slug: string) {
  // Encoded: a slug out of an address must not climb to another call.
  return queryOptions<StoryInFull>({
    queryKey: ['/api/short-stories', encodeURIComponent(slug)],
    meta: withoutSource,
  })
}

export function bookAfterQuery(slug: string) {
  return queryOptions<BookAfter>({ queryKey: ['/api/book-after', encodeURIComponent(slug)] })
}

import { queryOptions } from '@tanstack/react-query'
import type { OwnerStory, Story, StoryInFull } from './contract.ts'

/** A page that lists stories needs their cards, not every word of them. */
const withoutWords = { forPage: (stories: unknown) => (stories as Story[]).map((story) => ({ ...story, content: '' })) }

export const storiesQuery = queryOptions<Story[]>({ queryKey: ['/api/short-stories'], meta: withoutWords })

/** A page shows the words as they were read; how they were typed is the desk's business. */
const withoutSource = { forPage: (story: unknown) => ({ ...(story as StoryInFull), content: '' }) }

export function storyQuery(slug: string) {
  // Encoded: a slug out of an address must not climb to another call.
  return queryOptions<StoryInFull>({
    queryKey: ['/api/short-stories', encodeURIComponent(slug)],
    meta: withoutSource,
  })
}

export const ownerStoriesQuery = queryOptions<OwnerStory[]>({
  queryKey: ['/api/owner/short-stories'],
  meta: withoutWords,
})

export function ownerStoryQuery(id: string) {
  return queryOptions<OwnerStory>({ queryKey: ['/api/owner/short-stories', id] })
}

import { queryOptions } from '@tanstack/react-query'
import { withoutWords } from '#features/writing/for-page.ts'
import type { OwnerStory } from './contract.ts'

export const ownerStoriesQuery = queryOptions<OwnerStory[]>({
  queryKey: ['/api/owner/short-stories'],
  meta: withoutWords,
})

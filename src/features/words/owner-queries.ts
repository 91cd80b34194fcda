import { queryOptions } from '@tanstack/react-query'
import type { OwnerWords, WordsSummary, WordsVersion } from './contract.ts'

// Apart from the readers' query, which travels with every page.
export const pagesQuery = queryOptions<WordsSummary[]>({ queryKey: ['/api/owner/pages'] })

export function ownerWordsQuery(name: string) {
  return queryOptions<OwnerWords>({ queryKey: ['/api/owner/pages', encodeURIComponent(name)] })
}

export function wordsVersionsQuery(name: string) {
  return queryOptions<WordsVersion[]>({ queryKey: ['/api/owner/pages', encodeURIComponent(name), 'versions'] })
}

import { queryOptions } from '@tanstack/react-query'
import type { LetterView, OwnerWords, WordsSummary, WordsVersion } from './contract.ts'

// Apart from the readers' query, which travels with every page.
export const pagesQuery = queryOptions<WordsSummary[]>({ queryKey: ['/api/owner/pages'] })

export function ownerWordsQuery(name: string) {
  return queryOptions<OwnerWords>({ queryKey: ['/api/owner/pages', encodeURIComponent(name)] })
}

/** `shown` counts what she has typed since: each is another answer. */
export function letterViewsQuery(name: string, shown = 0) {
  return queryOptions<LetterView[]>({
    queryKey: ['/api/owner/pages', encodeURIComponent(name), `letter?at=${shown}`],
    staleTime: 0,
  })
}

export const letterFramePath = '/admin/frame/letter'

export function wordsVersionsQuery(name: string) {
  return queryOptions<WordsVersion[]>({ queryKey: ['/api/owner/pages', encodeURIComponent(name), 'versions'] })
}

import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { OwnerWords, PageWords, WordsOf, WordsSummary, WordsVersion } from './contract.ts'

export function wordsQuery(name: string) {
  return queryOptions<PageWords>({ queryKey: ['/api/pages', name] })
}

/** The words of this page: they are there before it is shown. Names its set, of which a page knows the type alone. */
export function useWords<Set>(name: string): WordsOf<Set> {
  const words = useQueryClient().getQueryData(wordsQuery(name).queryKey)
  if (!words) throw new Error(`the words of ${name} are not there`)
  return words as WordsOf<Set>
}

export const pagesQuery = queryOptions<WordsSummary[]>({ queryKey: ['/api/owner/pages'] })

export function ownerWordsQuery(name: string) {
  return queryOptions<OwnerWords>({ queryKey: ['/api/owner/pages', encodeURIComponent(name)] })
}

export function wordsVersionsQuery(name: string) {
  return queryOptions<WordsVersion[]>({ queryKey: ['/api/owner/pages', encodeURIComponent(name), 'versions'] })
}

import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { PageWords, WordsOf } from './contract.ts'

export function wordsQuery(name: string) {
  return queryOptions<PageWords>({ queryKey: ['/api/pages', name] })
}

/** The words of this page: they are there before it is shown, or it is never shown. Names its set, of which a page knows the type alone. */
export function useWords<Set>(name: string): WordsOf<Set> {
  const words = useQueryClient().getQueryData(wordsQuery(name).queryKey)
  if (!words) throw new Error(name)
  return words as WordsOf<Set>
}

import { queryOptions } from '@tanstack/react-query'
import { withoutSource, withoutWords } from '#features/writing/for-page.ts'
import type { WebLetter, WebLetterInPlace } from './contract.ts'

export const webLettersQuery = queryOptions<WebLetter[]>({ queryKey: ['/api/letters'], meta: withoutWords })

export function webLetterQuery(slug: string) {
  // Encoded: a slug out of an address must not climb to another call.
  return queryOptions<WebLetterInPlace>({ queryKey: ['/api/letters', encodeURIComponent(slug)], meta: withoutSource })
}

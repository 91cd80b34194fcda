import { queryOptions } from '@tanstack/react-query'
import type { DraftKind, UnsavedPlace } from './contract.ts'

/** Which of them have words that were never saved. */
export function unsavedQuery(kind: DraftKind) {
  return queryOptions<UnsavedPlace[]>({ queryKey: [`/api/owner/drafts/${kind}`] })
}

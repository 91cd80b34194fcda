import { queryOptions } from '@tanstack/react-query'
import type { BinItem, UnsavedPlace, WorkKind } from './contract.ts'

/** Which of them have words that were never saved. */
export function unsavedQuery(kind: WorkKind) {
  return queryOptions<UnsavedPlace[]>({ queryKey: [`/api/owner/drafts/${kind}`] })
}

export const binQuery = queryOptions<BinItem[]>({ queryKey: ['/api/owner/bin'] })

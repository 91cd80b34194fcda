import { queryOptions } from '@tanstack/react-query'
import type { BinItem, Destination, UnsavedPlace, WorkKind } from './contract.ts'

/** Which of them have words that were never saved. */
export function unsavedQuery(kind: WorkKind) {
  return queryOptions<UnsavedPlace[]>({ queryKey: [`/api/owner/drafts/${kind}`] })
}

export const binQuery = queryOptions<BinItem[]>({ queryKey: ['/api/owner/bin'] })

/** What of hers a link may lead to. */
export const destinationsQuery = queryOptions<Destination[]>({ queryKey: ['/api/owner/destinations'] })

import { queryOptions } from '@tanstack/react-query'
import type { BinItem, Destination, ReadingLink, UnsavedPlace, Version, WorkKind } from './contract.ts'

/** Which of them have words that were never saved. */
export function unsavedQuery(kind: WorkKind) {
  return queryOptions<UnsavedPlace[]>({ queryKey: [`/api/owner/drafts/${kind}`] })
}

export const binQuery = queryOptions<BinItem[]>({ queryKey: ['/api/owner/bin'] })

/** What of hers a link may lead to. */
export const destinationsQuery = queryOptions<Destination[]>({ queryKey: ['/api/owner/destinations'], gcTime: 0 })

/** The saves of a work, the newest first. One of them is at this address with its number behind. */
export function versionsQuery(kind: WorkKind, id: string) {
  return queryOptions<Version[]>({ queryKey: [`/api/owner/versions/${kind}`, id] })
}

/** The links to a work that are open. */
export function readingLinksQuery(kind: WorkKind, id: string) {
  return queryOptions<ReadingLink[]>({ queryKey: [`/api/owner/reading-links/${kind}`, id] })
}

import { queryOptions } from '@tanstack/react-query'
import type { BookFile, DownloadsState, Gift } from './contract.ts'

export function giftQuery(token: string) {
  // Encoded: a token out of an address must not climb to another call.
  return queryOptions<Gift>({ queryKey: ['/api/gifts', encodeURIComponent(token)] })
}

/** The letter she pastes into her own mail program. */
export const letterByHandQuery = queryOptions<{ text: string }>({
  queryKey: ['/api/owner/letter-by-hand'],
  // She may have come from where she writes it.
  staleTime: 0,
})

export const bookFilesQuery = queryOptions<BookFile[]>({ queryKey: ['/api/owner/files'] })

export const linksAddress = '/api/owner/download-links'

export const downloadsStateQuery = queryOptions<DownloadsState>({ queryKey: [`${linksAddress}/state`] })

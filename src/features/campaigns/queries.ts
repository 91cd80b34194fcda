import { queryOptions } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { call } from '#desk/call.ts'
import { deskListKept } from '#desk/refresh.ts'
import type { BookLetter, Campaign, Overview, ReaderResult } from './contract.ts'
import { tenthsDone } from './progress.ts'

export const campaignsAddress = '/api/owner/campaigns'

/** The letter as its reader sees it, for a frame. */
export const letterPath = '/admin/send-emails/letter'

export const overviewQuery = queryOptions<Overview>({ queryKey: [campaignsAddress], gcTime: deskListKept })

export const earlierQuery = queryOptions<Campaign[]>({
  queryKey: [`${campaignsAddress}/earlier`],
  gcTime: deskListKept,
})

export const resultsQuery = queryOptions<ReaderResult[]>({
  queryKey: [`${campaignsAddress}/results`],
  gcTime: deskListKept,
  // It changes while nobody looks.
  staleTime: 0,
})

/** A list of letters is read again at every tenth of a campaign and at its end: ten times, however many it has. */
export function useRefetchOnTheWay(campaign: Campaign | null, refetch: () => unknown) {
  const mark = campaign ? `${campaign.id} ${campaign.state} ${tenthsDone(campaign)}` : ''
  const seen = useRef(mark)
  useEffect(() => {
    if (seen.current !== mark) void refetch()
    seen.current = mark
  }, [mark, refetch])
}

export const bookLetterQuery = queryOptions<BookLetter>({
  queryKey: ['/api/owner/book-letter'],
  // She may have come from where she writes it.
  staleTime: 0,
})

export const deliveriesAddress = (campaignId: string) => `${campaignsAddress}/${campaignId}/deliveries`

export const outcomePath = (campaignId: string) => `${campaignsAddress}/${campaignId}/outcome.csv`

/** One letter to one reader; the answer says what became of it. */
export function sendLetter(email: string, filename: string) {
  return call<{ message: string }>('POST', '/api/send-download-email', { email, filename })
}

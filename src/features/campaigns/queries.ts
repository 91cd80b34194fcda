import { queryOptions } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { addressWith } from '#desk/address.ts'
import { call } from '#desk/call.ts'
import { deskListKept } from '#desk/refresh.ts'
import type { BookLetter, Campaign, Overview, ReaderResult } from './contract.ts'
import { tenthsDone } from './progress.ts'

export const campaignsAddress = '/api/owner/campaigns'

/** The letter as its reader sees it, for a frame. */
export const letterPath = '/admin/send-emails/letter'

/** Each of these is about the file that is named; null: the free book. */
type File = string | null

export function overviewQuery(file: File) {
  return queryOptions<Overview>({ queryKey: [addressWith(campaignsAddress, { file })], gcTime: deskListKept })
}

export function earlierQuery(file: File) {
  return queryOptions<Campaign[]>({
    queryKey: [addressWith(`${campaignsAddress}/earlier`, { file })],
    gcTime: deskListKept,
  })
}

export function resultsQuery(file: File) {
  return queryOptions<ReaderResult[]>({
    queryKey: [addressWith(`${campaignsAddress}/results`, { file })],
    gcTime: deskListKept,
    // It changes while nobody looks.
    staleTime: 0,
  })
}

/** A list of letters is read again at every tenth of a campaign and at its end: ten times, however many it has. */
export function useRefetchOnTheWay(campaign: Campaign | null, refetch: () => unknown) {
  const mark = campaign ? `${campaign.id} ${campaign.state} ${campaign.kept} ${tenthsDone(campaign)}` : ''
  const seen = useRef(mark)
  useEffect(() => {
    if (seen.current !== mark) void refetch()
    seen.current = mark
  }, [mark, refetch])
}

export function bookLetterQuery(file: File) {
  return queryOptions<BookLetter>({
    queryKey: [addressWith('/api/owner/book-letter', { file })],
    // She may have come from where she writes it.
    staleTime: 0,
  })
}

export const deliveriesAddress = (campaignId: string) => `${campaignsAddress}/${campaignId}/deliveries`

export const outcomePath = (campaignId: string) => `${campaignsAddress}/${campaignId}/outcome.csv`

/** One letter to one reader; the answer says what became of it. */
export function sendLetter(email: string, filename: string) {
  return call<{ message: string }>('POST', '/api/send-download-email', { email, filename })
}

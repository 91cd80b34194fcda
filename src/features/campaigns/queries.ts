import { queryOptions } from '@tanstack/react-query'
import { freeBookFile } from '#features/downloads/content.ts'
import { call } from '#ui/desk-call.ts'
import { deskListKept } from '#ui/desk-refresh.ts'
import type { BookLetter, Campaign, Overview } from './contract.ts'

export const campaignsAddress = '/api/owner/campaigns'

/** The letter as its reader sees it, for a frame. */
export const letterPath = '/admin/send-emails/letter'

export const overviewQuery = queryOptions<Overview>({ queryKey: [campaignsAddress], gcTime: deskListKept })

export const earlierQuery = queryOptions<Campaign[]>({
  queryKey: [`${campaignsAddress}/earlier`],
  gcTime: deskListKept,
})

export const bookLetterQuery = queryOptions<BookLetter>({ queryKey: ['/api/owner/book-letter'] })

export const deliveriesAddress = (campaignId: string) => `${campaignsAddress}/${campaignId}/deliveries`

export const outcomePath = (campaignId: string) => `${campaignsAddress}/${campaignId}/outcome.csv`

/** One letter to one reader; the answer says what became of it. */
export function sendLetter(email: string) {
  return call<{ message: string }>('POST', '/api/send-download-email', { email, filename: freeBookFile })
}

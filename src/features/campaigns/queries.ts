import { queryOptions } from '@tanstack/react-query'
import { addressWith } from '#ui/desk-address.ts'
import { deskListKept } from '#ui/desk-refresh.ts'
import type { BookLetter, DeliveryPage, Overview } from './contract.ts'

export const campaignsAddress = '/api/owner/campaigns'

/** The letter as its reader sees it, for a frame. */
export const letterPath = '/admin/send-emails/letter'

export const overviewQuery = queryOptions<Overview>({ queryKey: [campaignsAddress], gcTime: deskListKept })

export const bookLetterQuery = queryOptions<BookLetter>({ queryKey: ['/api/owner/book-letter'] })

export function deliveriesQuery(campaignId: string, state: string | null, after: string | null) {
  return queryOptions<DeliveryPage>({
    queryKey: [campaignsAddress, campaignId, addressWith('deliveries', { state, after })],
    gcTime: deskListKept,
  })
}

export const outcomePath = (campaignId: string) => `${campaignsAddress}/${campaignId}/outcome.csv`

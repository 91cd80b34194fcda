import { queryOptions } from '@tanstack/react-query'
import { addressWith } from '#desk/address.ts'
import { deskListKept } from '#desk/refresh.ts'
import type { Letter, Outbox } from './contract.ts'
import type { LetterState } from './states.ts'

export const outboxAddress = '/api/owner/outbox'

/** The letter as its reader sees it, for a frame. */
export const letterHtmlPath = (id: string) => `/admin/outbox/${id}/letter`

export function outboxQuery(state: LetterState | null, cursor: string | null) {
  return queryOptions<Outbox>({ queryKey: [addressWith(outboxAddress, { state, cursor })], gcTime: deskListKept })
}

export function letterQuery(id: string) {
  return queryOptions<Letter>({ queryKey: [outboxAddress, id], gcTime: deskListKept })
}

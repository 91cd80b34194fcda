import { queryOptions } from '@tanstack/react-query'
import { addressWith } from '#desk/address.ts'
import { deskListKept } from '#desk/refresh.ts'
import type { Inbox, Message } from './contract.ts'

export const inboxAddress = '/api/owner/messages'

export function inboxQuery(cursor: string | null) {
  return queryOptions<Inbox>({ queryKey: [addressWith(inboxAddress, { cursor })], gcTime: deskListKept })
}

export function messageQuery(id: string) {
  return queryOptions<Message>({ queryKey: [inboxAddress, id], gcTime: deskListKept })
}

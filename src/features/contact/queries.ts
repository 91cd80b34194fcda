import { queryOptions } from '@tanstack/react-query'
import { deskListKept } from '#ui/desk-refresh.ts'
import type { Inbox, Message } from './contract.ts'

export const inboxAddress = '/api/owner/messages'

export function inboxQuery(cursor: string | null) {
  const search = cursor ? `?${new URLSearchParams({ cursor })}` : ''
  return queryOptions<Inbox>({ queryKey: [`${inboxAddress}${search}`], gcTime: deskListKept })
}

export function messageQuery(id: string) {
  return queryOptions<Message>({ queryKey: [inboxAddress, id], gcTime: deskListKept })
}

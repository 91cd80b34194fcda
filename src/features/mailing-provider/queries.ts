import { queryOptions } from '@tanstack/react-query'
import { sendJson } from '#lib/send-json.ts'
import type { Provider, ProviderGroups } from './contract.ts'

export const providerQuery = queryOptions<Provider>({ queryKey: ['/api/owner/provider'] })

export const providerGroupsQuery = queryOptions<ProviderGroups>({ queryKey: ['/api/mailerlite/groups'] })

export function addToProvider(email: string) {
  return sendJson('POST', '/api/mailerlite/add-subscriber', { email })
}

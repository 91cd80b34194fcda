import { queryOptions } from '@tanstack/react-query'
import { call } from '#desk/call.ts'
import type { Added, Provider, ProviderGroups } from './contract.ts'

export const providerQuery = queryOptions<Provider>({ queryKey: ['/api/owner/provider'] })

export const providerGroupsQuery = queryOptions<ProviderGroups>({ queryKey: ['/api/mailerlite/groups'] })

export function addToProvider(email: string) {
  return call<Added>('POST', '/api/mailerlite/add-subscriber', { email })
}

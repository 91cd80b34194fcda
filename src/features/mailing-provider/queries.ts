import { queryOptions } from '@tanstack/react-query'

/** Whether a provider is connected, and which group the readers are pushed to. */
export type Provider = { isConnected: boolean; group: string; hasWebhook: boolean }

export const providerQuery = queryOptions<Provider>({ queryKey: ['/api/owner/provider'] })

import { queryOptions } from '@tanstack/react-query'

export const subscribersQuery = queryOptions<unknown>({ queryKey: ['/api/owner/subscribers'] })

import { queryOptions } from '@tanstack/react-query'

export const messagesQuery = queryOptions<unknown>({ queryKey: ['/api/owner/messages'] })

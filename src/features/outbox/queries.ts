import { queryOptions } from '@tanstack/react-query'

export const lettersQuery = queryOptions<unknown>({ queryKey: ['/api/owner/letters'] })

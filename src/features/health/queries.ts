import { queryOptions } from '@tanstack/react-query'
import { deskListKept } from '#desk/refresh.ts'
import type { Health } from './contract.ts'

export const healthAddress = '/api/owner/health'

/** What is known at once; or all of it, which takes as long as the slowest of those who are asked. */
export function healthQuery(isWhole: boolean) {
  return queryOptions<Health>({ queryKey: isWhole ? [healthAddress, 'all'] : [healthAddress], gcTime: deskListKept })
}

/** The page asked to look at everything before it is shown: for a browser without scripts. */
export function isWholeIn(search: URLSearchParams): boolean {
  return search.get('look') === 'all'
}

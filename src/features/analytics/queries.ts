import { queryOptions } from '@tanstack/react-query'
import { deskListKept } from '#desk/refresh.ts'
import { spanFrom } from './analytics-text.ts'
import type { Numbers, Span, Weekly } from './contract.ts'

export const weeklyAddress = '/api/owner/analytics/weekly'

export const exportAddress = (span: Span) => `/api/owner/analytics.csv?days=${span}`

export function numbersQuery(span: Span) {
  return queryOptions<Numbers>({ queryKey: [`/api/owner/analytics?days=${span}`], gcTime: deskListKept })
}

/** The numbers of the span she asked for by the address of the page. */
export const numbersFrom = (search: URLSearchParams) => numbersQuery(spanFrom(search))

export const weeklyQuery = queryOptions<Weekly>({ queryKey: [weeklyAddress], gcTime: deskListKept })

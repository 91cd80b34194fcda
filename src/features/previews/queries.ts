import { queryOptions } from '@tanstack/react-query'
import type { Preview } from './contract.ts'

export function previewQuery(token: string) {
  // Encoded: a token out of an address must not climb to another call.
  return queryOptions<Preview>({ queryKey: ['/api/preview', encodeURIComponent(token)] })
}

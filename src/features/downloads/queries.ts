import { queryOptions } from '@tanstack/react-query'
import type { Gift } from './contract.ts'

export function giftQuery(token: string) {
  // Encoded: a token out of an address must not climb to another call.
  return queryOptions<Gift>({ queryKey: ['/api/gifts', encodeURIComponent(token)] })
}

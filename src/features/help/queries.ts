import { queryOptions } from '@tanstack/react-query'
import type { GuideSection } from './contract.ts'

export function helpQuery(room: string) {
  return queryOptions<GuideSection[]>({ queryKey: ['/api/owner/help', room] })
}

import { queryOptions } from '@tanstack/react-query'
import type { GuidePage, GuideReading } from './contract.ts'

export function helpQuery(room: string) {
  return queryOptions<GuidePage[]>({ queryKey: ['/api/owner/help', room] })
}

export function guideQuery(name: string) {
  return queryOptions<GuideReading>({ queryKey: ['/api/owner/guide', name] })
}

import { queryOptions } from '@tanstack/react-query'
import type { Latest, Press } from './contract.ts'

export const latestQuery = queryOptions<Latest>({ queryKey: ['/api/latest'] })
export const pressQuery = queryOptions<Press>({ queryKey: ['/api/press'] })

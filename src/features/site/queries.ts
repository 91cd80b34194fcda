import { queryOptions } from '@tanstack/react-query'
import type { Latest } from './contract.ts'

export const latestQuery = queryOptions<Latest>({ queryKey: ['/api/latest'] })

import { queryOptions } from '@tanstack/react-query'
import type { BinItem } from './contract.ts'

export const binQuery = queryOptions<BinItem[]>({ queryKey: ['/api/owner/bin'] })

import { queryOptions } from '@tanstack/react-query'
import type { Deliverability } from './contract.ts'

export const deliverabilityQuery = queryOptions<Deliverability>({ queryKey: ['/api/owner/deliverability'] })

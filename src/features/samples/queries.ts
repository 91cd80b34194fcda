import { queryOptions } from '@tanstack/react-query'
import type { SamplesState } from './contract.ts'

export const samplesQuery = queryOptions<SamplesState>({ queryKey: ['/api/owner/samples'] })

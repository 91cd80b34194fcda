import { queryOptions } from '@tanstack/react-query'
import type { FirstSteps } from './contract.ts'

export const firstStepsAddress = '/api/owner/first-steps'

export const firstStepsQuery = queryOptions<FirstSteps>({ queryKey: [firstStepsAddress] })

import { queryOptions } from '@tanstack/react-query'
import type { OwnerProfile } from './contract.ts'

export const profileQuery = queryOptions<OwnerProfile>({ queryKey: ['/api/owner/site'] })

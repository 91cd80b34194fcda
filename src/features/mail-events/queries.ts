import { queryOptions } from '@tanstack/react-query'
import type { LastLook } from './contract.ts'

export const lookAddress = '/api/owner/mail-events/look'

export const lastLookQuery = queryOptions<LastLook>({ queryKey: [lookAddress] })

import { queryOptions } from '@tanstack/react-query'
import type { Session } from './contract.ts'

export const sessionQuery = queryOptions<Session>({ queryKey: ['/api/auth/session'] })

export const securityQuery = queryOptions<unknown>({ queryKey: ['/api/owner/security'] })

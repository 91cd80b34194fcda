import { queryOptions } from '@tanstack/react-query'
import type { Security, Session } from './contract.ts'

export const sessionQuery = queryOptions<Session>({ queryKey: ['/api/auth/session'] })

export const securityQuery = queryOptions<Security>({ queryKey: ['/api/owner/security'] })

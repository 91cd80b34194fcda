import { queryOptions } from '@tanstack/react-query'
import type { Settings } from './contract.ts'

export const settingsAddress = '/api/owner/settings'

export const settingsQuery = queryOptions<Settings>({ queryKey: [settingsAddress] })

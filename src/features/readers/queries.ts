import { queryOptions } from '@tanstack/react-query'
import type { Group } from './contract.ts'

export const groupQuery = queryOptions<Group>({ queryKey: ['/api/voracious-readers-subscribers'] })

import { queryOptions } from '@tanstack/react-query'
import { deskListKept } from '#desk/refresh.ts'
import type { People, PersonRecord } from './contract.ts'
import { addressOf, type Filters } from './filters.ts'

export const peopleAddress = '/api/owner/subscribers'
export const exportAddress = '/api/owner/subscribers.csv'

export function peopleQuery(filters: Filters) {
  return queryOptions<People>({ queryKey: [addressOf(peopleAddress, filters)], gcTime: deskListKept })
}

export function personQuery(id: string) {
  return queryOptions<PersonRecord>({ queryKey: [peopleAddress, id], gcTime: deskListKept })
}

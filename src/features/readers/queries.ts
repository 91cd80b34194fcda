import { queryOptions, useQuery } from '@tanstack/react-query'
import { sayFailed } from '#desk/call.ts'
import type { Group } from './contract.ts'

export const groupQuery = queryOptions<Group>({ queryKey: ['/api/voracious-readers-subscribers'] })

/** The group, which is fetched when she asks for it and not before: it may be ten thousand addresses. */
export function useGroup() {
  const { data, dataUpdatedAt, isFetching, error, refetch } = useQuery({ ...groupQuery, enabled: false })

  async function load() {
    const { error } = await refetch()
    if (error) sayFailed('Failed to load subscribers', error)
  }
  return { group: data, loadedAt: dataUpdatedAt, isLoading: isFetching, error, load }
}

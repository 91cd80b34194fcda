import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { afterAll } from '#lib/in-turn.ts'
import type { WorkKind } from './contract.ts'
import { unsavedQuery } from './queries.ts'

/** Which of them have unsaved words: also those she left a moment ago, which are still on their way. */
export function useUnsavedPlaces(kind: WorkKind) {
  const queryClient = useQueryClient()
  const { data = [] } = useQuery(unsavedQuery(kind))
  useEffect(() => {
    void afterAll().then(() => queryClient.invalidateQueries(unsavedQuery(kind)))
  }, [queryClient, kind])
  return data.map(({ itemId }) => itemId)
}

import { queryOptions, useQuery } from '@tanstack/react-query'
import { someBook } from './content.ts'
import type { FreeBook } from './contract.ts'

export const freeBookQuery = queryOptions<FreeBook>({ queryKey: ['/api/owner/free-book'] })

/** What is given away, as every step of giving it away names it. Not beside the queries: readers' pages load those. */
export function useFreeBook(): FreeBook {
  return useQuery(freeBookQuery).data ?? someBook
}

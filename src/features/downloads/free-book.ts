import { useQuery } from '@tanstack/react-query'
import { type FreeBook, someBook } from './contract.ts'
import { freeBookQuery } from './queries.ts'

/** What is given away, as every step of giving it away names it. Beside the queries, which every reader's page knows. */
export function useFreeBook(): FreeBook {
  return useQuery(freeBookQuery).data ?? someBook
}

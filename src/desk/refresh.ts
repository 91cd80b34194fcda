import { useQueryClient } from '@tanstack/react-query'

/** How long a list that is not being looked at is kept: who comes back later sees the news. */
export const deskListKept = 30_000

/** After a change: every list read from this address, however filtered, is read again; of its items, the one named. */
export function useRefresh(address: string): (id?: string) => Promise<void> {
  const queryClient = useQueryClient()
  return (id) =>
    queryClient.invalidateQueries({
      predicate: ({ queryKey: [first, item] }) =>
        item === undefined ? String(first).startsWith(address) : first === address && item === id,
    })
}

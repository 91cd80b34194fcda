import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { readJson } from '#lib/http.ts'
import { SubmitButton } from '#ui/submit-button.tsx'
import { addressWith } from './address.ts'
import { useFocusHeir } from './focus.ts'
import { deskListKept } from './refresh.ts'

/**
 * A list of any length, read page upon page, each begun where the one before it ends: whatever is added or taken away
 * moves them all. What it is asked for follows the address.
 */
export function useDeskPages<Page extends { next: string | null }>(
  address: string,
  asked: Record<string, string | null>,
) {
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = useInfiniteQuery({
    queryKey: [addressWith(address, asked)],
    queryFn: async ({ pageParam, signal }) => {
      const response = await fetch(addressWith(address, { ...asked, after: pageParam }), { signal })
      return (await readJson(response)) as Page
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    gcTime: deskListKept,
    // It changes while nobody looks.
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
  return { pages: data?.pages, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch }
}

export type DeskPages = Pick<
  ReturnType<typeof useDeskPages>,
  'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage' | 'error' | 'refetch'
>

/** How many are shown, in words of the list's own, and the way to more. */
export function DeskMore({ list, words }: { list: DeskPages; words: string | null }) {
  const count = useId()
  const heir = useFocusHeir(count)
  return (
    <div {...heir}>
      <p id={count} tabIndex={-1} role="status" className="small mt-3 text-muted outline-none">
        {words}
      </p>
      {list.hasNextPage && (
        <SubmitButton
          variant="secondary"
          className="mt-3"
          label="Show more"
          pendingLabel="Loading..."
          isPending={list.isFetchingNextPage}
          onClick={() => list.fetchNextPage()}
        />
      )}
    </div>
  )
}

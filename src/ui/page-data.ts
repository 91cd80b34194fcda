import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/** As `queryOptions` makes it. */
type PageQuery<Data> = { queryKey: QueryKey; queryFn?: (...context: never[]) => Data | Promise<Data> }
type State<Data> = { data: Data | undefined; isPending: boolean }

/**
 * What a page is about, read once: there already where the server made the page, else fetched. A page that only shows it
 * need not load the code that watches a query, 3 kB. What it is of does not change while it is shown: give it a `key`.
 */
export function usePageData<Data>({ queryKey }: PageQuery<Data>): State<Data> {
  const client = useQueryClient()
  const [state, setState] = useState<State<Data>>(() => {
    const known = client.getQueryState<Data>(queryKey)
    return { data: known?.data, isPending: known === undefined || known.status === 'pending' }
  })
  const { isPending } = state
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says the same at every render, in another list
  useEffect(() => {
    if (!isPending) return
    let isHere = true
    const show = (data: Data | undefined) => isHere && setState({ data, isPending: false })
    client.ensureQueryData<Data>({ queryKey }).then(show, () => show(undefined))
    return () => {
      isHere = false
    }
  }, [client, isPending])
  return state
}

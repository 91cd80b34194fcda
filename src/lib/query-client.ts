import { defaultShouldDehydrateQuery, QueryClient } from '@tanstack/react-query'
import { type Fetcher, type HttpError, readJson } from './http.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** `null` turns "signed out" into an answer instead of an error */
      on401?: 'throw' | 'null'
      /** what a server-rendered page needs of the answer: the rest would only make the page heavier */
      forPage?: (data: unknown) => unknown
    }
  }
}

/**
 * The product's data rules, in one place: a query is a GET to its key's segments joined with '/', with credentials;
 * nothing is retried, refetched by itself, or ever stale.
 */
export function createQueryClient(fetcher: Fetcher, gcTime?: number): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        gcTime,
        retry: false,
        // Without a network a query fails, and the page says so; the library would wait for one in silence.
        networkMode: 'always',
        // Without this a query that failed on the server would fetch again at hydration and flash a skeleton.
        retryOnMount: false,
        refetchOnWindowFocus: false,
        queryFn: async ({ queryKey, signal, meta }) => {
          const response = await fetcher(queryKey.join('/'), { credentials: 'include', signal })
          if (response.status === 401 && meta?.on401 === 'null') return null
          return readJson(response)
        },
      },
      // Failures are part of the page too: a missing post hydrates as missing.
      dehydrate: {
        shouldDehydrateQuery: (query) => defaultShouldDehydrateQuery(query) || query.state.status === 'error',
      },
    },
  })
}

/** Not there, or moved: a browser follows by itself, the server's own calls do not. From a page's state an error comes as a plain object. */
export function isGone(error: unknown): boolean {
  return [308, 404].includes((error as Partial<HttpError> | null)?.status ?? 0)
}

/** The worst thing that happened to these queries, as an HTTP status: what the page should answer with. */
export function statusOf(client: QueryClient, queryKeys: readonly (readonly unknown[])[]): 200 | 404 | 503 {
  const errors = queryKeys.map((key) => client.getQueryState(key)?.error).filter((error) => error != null)
  if (errors.length === 0) return 200
  return errors.every(isGone) ? 404 : 503
}

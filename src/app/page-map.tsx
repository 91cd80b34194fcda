import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, use } from 'react'
import { parse, type RouteParams } from 'regexparam'
import { matchRoute } from 'wouter'
import { wordsQuery } from '#features/words/queries.ts'
import { isGone } from '#lib/query-client.ts'
import { leadsSomewhere, type Site } from '#ui/site.ts'

type Params = Record<string, string>
export type PageModule = { default: ComponentType<{ params: Params }> }
type PageModules = Record<string, () => Promise<PageModule>>

/** A page's code, or what it cannot be without, could not be fetched: usually a deploy replaced the build. */
export class ChunkError extends Error {
  override name = 'ChunkError'
}

type Options<Path extends string> = {
  /**
   * what the page reads: fetched before it is rendered on the server, and on intent in the browser. Only the desk's
   * pages may depend on what follows the `?`: readers' pages are kept by their path alone.
   */
  queries?: (params: RouteParams<Path>, search: URLSearchParams) => readonly { queryKey: QueryKey }[]
  /** the one thing it is about: there before it is shown, or known not to be, so that the page need not know how to wait */
  needs?: (params: RouteParams<Path>) => { queryKey: QueryKey }
  /** what it says, by the names of the sets: there before it is shown, like its code */
  words?: readonly string[]
  /** when its originals last changed; a page without a date is not in the sitemap */
  updated?: string
  /** opens over the page at this address, which stays as it is: nobody has gone anywhere */
  over?: string
  /** its address is a key: never kept by a cache, never passed on as a referrer */
  isPrivate?: boolean
  /** whoever is not signed in is led to the entrance */
  isForOwner?: boolean
}

/** What the rows of a map are made with: each names an address, the page that answers it, and the queries it needs. */
export function pageFrom(modules: PageModules) {
  return function page<const Path extends string>(path: Path, name: string, options: Options<Path> = {}) {
    const { queries, needs, words = [], updated, over, isPrivate = false, isForOwner = false } = options
    const file = `/src/features/${name}-page.tsx`
    const load = modules[file]
    if (!load) throw new Error(`no page ${file}`)

    let pending: Promise<PageModule> | undefined
    const preload = () => {
      pending ??= load().then(
        // `status` and `value` let use() read the module without suspending, on the server and while hydrating.
        (value) => Object.assign(pending ?? {}, { status: 'fulfilled', value }) && value,
        // Stays rejected: trying again on every render made hundreds of requests. The error boundary reloads instead.
        (cause) => Promise.reject(new ChunkError(file, { cause })),
      )
      return pending
    }
    return {
      path: path as string,
      over,
      file: file.slice(1),
      updated,
      isPrivate,
      isForOwner,
      preload,
      words,
      // The pattern's own parser made these params, so they have the pattern's shape.
      needs: (params: Params) => needs?.(params as RouteParams<Path>) ?? null,
      queries: (params: Params, search = '') => [
        ...(needs ? [needs(params as RouteParams<Path>)] : []),
        ...(queries?.(params as RouteParams<Path>, new URLSearchParams(search)) ?? []),
        ...words.map(wordsQuery),
      ],
    }
  }
}

export type PageRoute = ReturnType<ReturnType<typeof pageFrom>>
export type PageMap = ReturnType<typeof createPageMap>

/** A map of pages. `frameWords` are said around all of them. The first row that fits an address answers it; the last one, `*`, answers all others. */
export function createPageMap(rows: readonly PageRoute[], notFound: PageRoute, frameWords: readonly string[] = []) {
  /** `place` is where she is then: an address that opens over another page leaves her there */
  function match(pathname: string): { route: PageRoute; params: Params; place: string } {
    for (const route of rows) {
      const [isMatch, params] = matchRoute(parse, route.path, pathname)
      if (isMatch) return { route, params: params as Params, place: route.over ?? pathname }
    }
    return { route: notFound, params: {}, place: pathname }
  }

  return { rows, notFound, routes: [...rows, notFound], match, frameWords }
}

/** The same map without the pages she has turned off. */
export function openMap({ rows, notFound, frameWords }: PageMap, site: Pick<Site, 'pages'>): PageMap {
  return createPageMap(
    rows.filter(({ path }) => leadsSomewhere(site, path)),
    notFound,
    frameWords,
  )
}

/**
 * The proper spelling of an address that means a page but is not written like it (a slash too many, capitals), or null.
 * Beside the map, not in it: a browser never asks, and must not fetch it.
 */
export function properSpelling(map: PageMap, pathname: string): string | null {
  const { route, params } = map.match(pathname)
  if (route.path === '*') return null
  const proper = route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  return proper !== pathname && /^\/[\w./~-]*$/.test(proper) ? proper : null
}

/** Renders a route's page; suspends while its code or its words are on the way. */
export function PageView({ route, params }: { route: PageRoute; params: Params }) {
  const client = useQueryClient()
  const { default: Page } = use(route.preload())
  const needed = route.needs(params)
  if (needed && !isKnown(client, needed.queryKey)) {
    use(once(needed.queryKey.join('/'), () => fetchNeeded(client, needed)))
  }
  for (const name of route.words) {
    if (client.getQueryData(wordsQuery(name).queryKey) === undefined) {
      use(once(name, () => fetchWords(client, name)))
    }
  }
  return <Page params={params} />
}

const onTheWay = new Map<string, Promise<unknown>>()

/** One promise for each, or React would wait for a new one at every look. What failed stays so, as a page's code does. */
function once(name: string, begin: () => Promise<unknown>): Promise<unknown> {
  const known = onTheWay.get(name)
  if (known) return known
  const pending = begin().then(() => void onTheWay.delete(name))
  onTheWay.set(name, pending)
  return pending
}

/** What could not be fetched on a hint is not known: it is fetched once more. */
function isKnown(client: QueryClient, queryKey: QueryKey): boolean {
  const state = client.getQueryState(queryKey)
  return state?.status === 'success' || isGone(state?.error)
}

/** That it is not there is for the page to say; of a line that is cut nobody may read that. */
function fetchNeeded(client: QueryClient, needed: { queryKey: QueryKey }): Promise<unknown> {
  return client.fetchQuery(needed).catch((cause) => {
    if (!isGone(cause)) throw new ChunkError(needed.queryKey.join('/'), { cause })
  })
}

/** Without its words a page is as good as without code. */
function fetchWords(client: QueryClient, name: string): Promise<unknown> {
  return client.fetchQuery(wordsQuery(name)).catch((cause) => Promise.reject(new ChunkError(name, { cause })))
}

import type { QueryKey } from '@tanstack/react-query'
import { type ComponentType, use } from 'react'
import { parse, type RouteParams } from 'regexparam'
import { matchRoute } from 'wouter'
import { postQuery, postsQuery } from '#features/blog/queries.ts'
import { storiesQuery } from '#features/stories/queries.ts'
import { paths } from '#lib/paths.ts'

type Params = Record<string, string>
type PageModule = { default: ComponentType<{ params: Params }> }

/** A page's code could not be fetched: usually a deploy replaced the build. */
export class ChunkError extends Error {
  override name = 'ChunkError'
}

const modules = import.meta.glob<PageModule>(['/src/features/*/*-page.tsx'])

type Options<Path extends string> = {
  /** what the page reads: fetched before it is rendered on the server, and on intent in the browser */
  queries?: (params: RouteParams<Path>) => readonly { queryKey: QueryKey }[]
  /** when its words last changed; a page without a date is not in the sitemap */
  updated?: string
  /** its address is a key: never kept by a cache, never passed on as a referrer */
  isPrivate?: boolean
}

/** One row of the site map: an address, the page that answers it, and the queries it needs. */
function page<const Path extends string>(path: Path, name: string, options: Options<Path> = {}) {
  const { queries, updated, isPrivate = false } = options
  const file = `/src/features/${name}-page.tsx`
  const load = modules[file]
  if (!load) throw new Error(`the route table names ${file}, which does not exist`)

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
    file: file.slice(1),
    updated,
    isPrivate,
    preload,
    // The pattern's own parser made these params, so they have the pattern's shape.
    queries: (params: Params) => queries?.(params as RouteParams<Path>) ?? [],
  }
}

export type PageRoute = ReturnType<typeof page>

const notFound = page('*', 'site/not-found')

/** The site map. The first row that fits an address answers it. */
export const routes: readonly PageRoute[] = [
  page(paths.home, 'site/home', { updated: '2025-11-01' }),
  page(paths.books, 'books/books', { updated: '2025-11-01' }),
  page(paths.shortStories, 'stories/stories', { updated: '2025-11-01', queries: () => [storiesQuery] }),
  page(paths.arc, 'newsletter/arc', { updated: '2025-11-01' }),
  page(paths.about, 'site/about', { updated: '2025-07-26' }),
  page(paths.blog, 'blog/blog', { updated: '2025-11-01', queries: () => [postsQuery] }),
  page('/blog/:slug', 'blog/post', { queries: ({ slug }) => [postQuery(slug)] }),
  page(paths.contact, 'contact/contact', { updated: '2025-07-26' }),
  page(paths.signup, 'newsletter/signup', { updated: '2025-07-26' }),
  page('/confirm/:token', 'newsletter/confirm', { isPrivate: true }),
  page('/unsubscribe/:token', 'newsletter/unsubscribe', { isPrivate: true }),
  page(paths.terms, 'site/terms', { updated: '2025-07-26' }),
  page(paths.privacy, 'site/privacy', { updated: '2025-07-26' }),
  page(paths.challenge, 'site/challenge', { updated: '2025-07-26' }),
  notFound,
]

/** Renders a route's page; suspends while its code is on the way. */
export function PageView({ route, params }: { route: PageRoute; params: Params }) {
  const { default: Page } = use(route.preload())
  return <Page params={params} />
}

export function matchPath(pathname: string): { route: PageRoute; params: Params } {
  for (const route of routes) {
    const [isMatch, params] = matchRoute(parse, route.path, pathname)
    if (isMatch) return { route, params: params as Params }
  }
  return { route: notFound, params: {} }
}

/** The proper spelling of an address that means a page but is not written like it (a slash too many, capitals), or null. */
export function canonicalPath(pathname: string): string | null {
  const { route, params } = matchPath(pathname)
  if (route.path === '*') return null
  const canonical = route.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '')
  return canonical !== pathname && /^\/[\w./~-]*$/.test(canonical) ? canonical : null
}

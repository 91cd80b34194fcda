import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense, useEffect, useMemo } from 'react'
import { flushSync } from 'react-dom'
import { type AroundNavHandler, Route, Router, Switch } from 'wouter'
import { prefersStillness } from '#ui/anchor.ts'
import { LinkPreload } from '#ui/link.tsx'
import { type Site, SiteProvider } from '#ui/site.ts'
import { Arrival } from './arrival.tsx'
import { PageErrorBoundary } from './error-boundary.tsx'
import { type PageMap, PageView } from './page-map.tsx'

type Props = {
  map: PageMap
  Frame: ComponentType<{ children: ReactNode }>
  queryClient: QueryClient
  site: Site
  ssrPath: string
}

/** The React root on both sides. `ssrPath` is the address the server rendered: the location used while hydrating. */
export function App({ map, Frame, queryClient, site, ssrPath }: Props) {
  const aroundNav = useMemo(() => crossFade(map), [map])
  const preload = (address: string) => {
    const [path = address, search] = address.split('?', 2)
    const { route, params } = map.match(path)
    // A failed preload is not the reader's concern until she goes there; the page itself reports it then.
    route.preload().catch(() => {})
    for (const query of route.queries(params, search)) void queryClient.prefetchQuery(query)
  }
  return (
    <QueryClientProvider client={queryClient}>
      <SiteProvider value={site}>
        <LinkPreload value={preload}>
          <Router ssrPath={ssrPath} aroundNav={aroundNav}>
            <Frame>
              <PageErrorBoundary>
                {/* One boundary for all pages: one per page could be removed before it hydrates, and React would
                    then leave its title and tags behind in <head>. */}
                <Suspense fallback={<div className="min-h-dvh" aria-busy="true" />}>
                  <Switch>
                    {map.routes.map((route) => (
                      <Route key={route.over ?? route.path} path={route.path}>
                        {(params) => (
                          <Arrival over={route.over}>
                            <PageView route={route} params={params as Record<string, string>} />
                          </Arrival>
                        )}
                      </Route>
                    ))}
                  </Switch>
                  <Awake />
                </Suspense>
              </PageErrorBoundary>
            </Frame>
          </Router>
        </LinkPreload>
      </SiteProvider>
    </QueryClientProvider>
  )
}

/**
 * After the page itself: tells that words and presses are heard now. In a microtask, or React would gather what they
 * change, and a press would not know of the words before it.
 */
function Awake() {
  useEffect(() => queueMicrotask(() => document.dispatchEvent(new Event('awake', { bubbles: true }))), [])
  return null
}

const longestWaitForCode = 2_000
let latestClick = 0

/** Stays on the page that is there until the next one has its code, then fades; a slow line shows no blank between. */
function crossFade(map: PageMap): AroundNavHandler {
  return async (navigate, to, options) => {
    const click = ++latestClick
    const { route, place } = map.match(to.split(/[?#]/, 1)[0] ?? to)
    const patience = new Promise((resolve) => setTimeout(resolve, longestWaitForCode))
    // Without its code the page itself says so, once we are there.
    await Promise.race([route.preload(), patience]).catch(() => {})
    if (click !== latestClick) return // she has changed her mind meanwhile
    // Whatever opens over the page that is there has a movement of its own.
    const isHere = place === map.match(location.pathname).place
    if (isHere || !('startViewTransition' in document) || prefersStillness()) return navigate(to, options)
    const transition = document.startViewTransition(() => flushSync(() => navigate(to, options)))
    // A second click skips the first cross-fade, which is no error to anybody but the browser.
    for (const step of [transition.ready, transition.finished]) step.catch(() => {})
  }
}

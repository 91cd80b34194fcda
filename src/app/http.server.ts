import { namesPost } from '#features/imports/service.server.ts'
import { ownerOnly } from '#features/owner/guard.server.ts'
import type { Deps } from '#server/deps.ts'
import type { Env } from '#server/env.ts'
import { AppError, answerError } from '#server/errors.ts'
import { createMemoryLimit } from '#server/memory-limit.ts'
import type { PageCache } from '#server/page-cache.ts'
import { requestLimits } from '#server/request-limits.ts'
import { type App, type AppContext, assertOnlyTable, createApp, mount, type Route } from '#server/route-table.ts'
import { deskPolicy, type StandingHeaders, securityHeaders } from '#server/security-headers.ts'
import { oncePerSite, type SiteSnapshot } from '#server/site.ts'
import type { Flash } from '#ui/site.ts'
import { apiRoutes } from './api.server.ts'
import type { Assets } from './assets.server.ts'
import { askedEachCall, askedEachTime, missingForNow } from './caching.server.ts'
import { isClosed } from './closed-pages.server.ts'
import { deskFolders, deskMap } from './desk-routes.tsx'
import { entranceRoutes } from './entrance.server.ts'
import { errorPage } from './error-page.server.ts'
import { firstScript } from './first-script.ts'
import { doneBefore, formRoutes } from './forms.server.ts'
import { frameRoute } from './frame.server.ts'
import { createKeep, toKeep } from './kept.server.ts'
import { letterFrameRoute } from './letter-views.server.ts'
import { metricsRoutes } from './metrics.server.ts'
import { findMoved, findOld } from './moved.server.ts'
import { openMap, properSpelling } from './page-map.tsx'
import { openAddresses, pageSite } from './page-site.server.ts'
import { renderPage } from './render.server.tsx'
import { siteMap } from './routes.tsx'
import { newAddressRoutes } from './settings-room.server.ts'
import { siteFileRoutes } from './site-files.server.ts'
import { welcomeRoute } from './welcome.server.ts'

export type HttpParts = { deps: Deps; assets: Assets; pageCache: PageCache; headers: StandingHeaders }

export function siteHeaders(env: Pick<Env, 'siteUrl'>, { siteStyle }: Pick<Assets, 'siteStyle'>): StandingHeaders {
  const inline = { inlineScripts: [firstScript], inlineStyles: [siteStyle] }
  const [plain, secure] = [false, true].map((https) => securityHeaders({ https, ...inline }))
  return () => (env.siteUrl.startsWith('https:') ? secure : plain) ?? {}
}

type KeepMissing = ReturnType<PageCache['missingAsOfNow']>

const openSiteMap = oncePerSite((site: SiteSnapshot) => openMap(siteMap, { pages: openAddresses(site) }))

/** The app, and the table it was made of: tests knock at every door there is. */
export type HttpApp = App & { table: readonly Route[] }

/** The outer app: limits, headers, one table of doors, and the 404 page for everything else. */
export function createHttpApp({ deps, assets, pageCache, headers }: HttpParts): HttpApp {
  const app = createApp()
  const api = createApp()
  const apiTable = apiRoutes(deps)
  const guard = ownerOnly(deps)
  mount(api, apiTable, deps.env, guard)
  api.onError((error, c) => answerError(error, c, deps.log))

  const render = (path: string, flash?: Flash, cookie?: string) =>
    renderPage(path, {
      assets,
      fetcher: (url, init) => api.request(url, { ...init, ...(cookie ? { headers: { cookie } } : {}) }),
      site: pageSite(deps, flash),
    })

  const keep = createKeep(pageCache, headers)

  /** A page for everybody: rendered once, kept, and told apart by its path alone. */
  async function answerPage(c: AppContext): Promise<Response> {
    const keepMissing = pageCache.missingAsOfNow()
    if (await isMissing(c.req.path)) {
      const moved = await findMoved(deps, c.req.path)
      return moved ? c.redirect(moved + new URL(c.req.url).search, 308) : showMissing(c.req.path, keepMissing)
    }
    return keep(c, async () => {
      const { status, html: body } = await render(c.req.path)
      return { status, headers: { ...html, ...askedEachTime }, body }
    })
  }

  /** Whether what the page is about is not there: asked before it is rendered, for that is twenty times the work. */
  async function isMissing(path: string): Promise<boolean> {
    if (pageCache.get(path)) return false
    const { route, params } = siteMap.match(path)
    const [thing] = route.queries(params).filter(({ queryKey }) => queryKey.length > 1)
    if (!thing) return false
    // Not there, or not any more here: a call leads on to where it is. What fails for another reason is rendered as such.
    const { status } = await api.request(thing.queryKey.join('/'))
    return status >= 300 && status < 500
  }

  const mayRender = createMemoryLimit(rendersOfOddPaths)

  /**
   * The page that says so. It names its own address, and there is no end of those: rendered once for each kind of page
   * and kept, with the address put in afterwards; what came of it is held for those who ask again. One with signs that
   * would have to be escaped is rendered, if seldom.
   */
  async function showMissing(path: string, keepMissing: KeepMissing): Promise<Response> {
    const answer = (status: number, body: Buffer<ArrayBuffer> | string) =>
      new Response(body, { status, headers: { ...html, ...noStore } })
    if (!plainPath.test(path)) {
      if (!mayRender('', deps.now())) throw new AppError('not_found', 'There is nothing at this address.')
      const page = await render(path)
      return answer(page.status === 503 ? 503 : 404, page.html)
    }
    const { route } = openSiteMap(deps.site()).match(path)
    const folder = route.path === '*' ? '' : path.slice(0, path.lastIndexOf('/'))
    const kept = await pageCache.getOrRender(`404 ${route.path}`, async () => {
      const { status, html: body } = await render(`${folder}/${placeholder}`)
      // A page that could not be made is answered as such, and made anew for the next.
      return { status: status === 404 ? 200 : status, headers: {}, body }
    })
    const isKept = 'identity' in kept
    const page = isKept ? kept.identity.body : kept.body
    const body = Buffer.from(page.toString().replaceAll(placeholder, path.slice(folder.length + 1)))
    if (!isKept) return answer(kept.status, body)
    const gone = { ...html, ...missingForNow }
    keepMissing(path, { headers: { ...headers(), ...gone }, body })
    return new Response(body, { status: 404, headers: gone })
  }

  /** A page made for one reader only: never kept, by us or by anybody on the way. */
  async function answerPrivately(path: string, status: number | null, flash?: Flash): Promise<Response> {
    const page = await render(path, flash)
    return new Response(page.html, { status: status ?? page.status, headers: { ...html, ...keyHeaders } })
  }

  /** A room of the owner's: made of what she alone may read, by the same door and with the same key as her browser. */
  async function answerOwner(c: AppContext, status?: number, flash?: Flash): Promise<Response> {
    const page = await render(addressOf(c), flash, c.req.header('cookie'))
    return new Response(page.html, {
      status: status ?? page.status,
      headers: { ...html, ...noStore, ...deskHeaders, ...deskPolicy(headers()) },
    })
  }

  /** At the desk, but in no room of it. */
  async function answerLost(c: AppContext): Promise<Response> {
    const proper = properSpelling(deskMap, c.req.path)
    return proper ? c.redirect(proper + new URL(c.req.url).search, 308) : answerOwner(c)
  }

  async function answerMissing(c: AppContext, keepMissing = pageCache.missingAsOfNow()): Promise<Response> {
    const { path, method } = c.req
    if (path.startsWith('/api/') || !['GET', 'HEAD'].includes(method)) {
      throw new AppError('not_found', 'There is nothing at this address.')
    }
    const proper = properSpelling(openSiteMap(deps.site()), path) ?? properSpelling(deskMap, path)
    const address = proper ?? (await findOld(deps, path))
    return address ? c.redirect(address + new URL(c.req.url).search, 308) : showMissing(path, keepMissing)
  }

  const sitePages = siteMap.rows.map(({ path, isPrivate }): Route => {
    const answerLink = async ({ req }: AppContext) => answerPrivately(req.path, null, await doneBefore(deps, req.path))
    const handle = isPrivate ? answerLink : answerPage
    return { method: 'GET', path, access: 'public', handle }
  })
  const rooms = deskMap.rows.filter(({ isForOwner }) => isForOwner)
  const deskPages = rooms.map(
    ({ path }): Route => ({ method: 'GET', path, access: 'owner', isPage: true, handle: (c) => answerOwner(c) }),
  )
  const deskOtherwise = deskFolders.map(
    (folder): Route => ({ method: 'GET', path: `${folder}/*`, access: 'owner', isPage: true, handle: answerLost }),
  )
  const calls = apiTable.map((route) =>
    keptCalls.includes(route.path) && route.method === 'GET'
      ? { ...route, handle: (c: AppContext) => keep(c, async () => toKeep(await route.handle(c), askedEachCall)) }
      : route,
  )
  const doors = [...calls, ...siteFileRoutes(deps, keep), ...formRoutes(deps, answerPrivately)]
  const entrances = [...entranceRoutes(deps, answerOwner), ...newAddressRoutes(deps, answerOwner)]
  const ownPages = [
    frameRoute(deps, assets),
    letterFrameRoute(deps),
    welcomeRoute(deps, answerOwner),
    ...deskPages,
    ...deskOtherwise,
  ]
  // Nothing for everybody else is held there, or it would be handed to the one who may.
  const figures = metricsRoutes(deps, async (c) => {
    const missing = await answerMissing(c, () => {})
    missing.headers.set('cache-control', 'no-store')
    return missing
  })
  const table = [...figures, ...doors, ...entrances, ...ownPages, ...sitePages]

  app.use(async (c, next) => {
    const began = performance.now()
    await next()
    deps.tally.countMade(c.get('door') ?? 'missing', c.res.status, performance.now() - began)
    for (const [name, value] of Object.entries(headers())) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  })
  app.use(requestLimits(deps))
  app.use(async (c, next) => {
    const { pathname, search } = new URL(c.req.url)
    const isAsked = ['GET', 'HEAD'].includes(c.req.method) && namesPost(search)
    const old = isAsked ? await findOld(deps, pathname, search) : null
    return old ? c.redirect(old, 308) : next()
  })
  app.use(async (c, next) => (isClosed(deps.site(), c.req.method, c.req.path) ? answerMissing(c) : next()))
  mount(app, table, deps.env, guard)
  app.notFound((c) => answerMissing(c))
  app.onError((error, c) => {
    const answer = answerError(error, c, deps.log)
    const isCall = c.req.path.startsWith('/api/') && !(error instanceof AppError && error.wayOn)
    return isCall ? answer : errorPage(answer, assets, deps.site())
  })
  assertOnlyTable(app, table)
  return Object.assign(app, { table })
}

/** What the desk's pages are made from: filters and pages of a list stand after the `?`. */
function addressOf(c: AppContext): string {
  return c.req.path + new URL(c.req.url).search
}

/** Nothing in it is written differently in an address, in HTML or in a script. */
const plainPath = /^\/[\w.~-]+(?:\/[\w.~-]+)*$/
/** Stands in for the end of an address, and in no other text. */
const placeholder = '0-an-address-that-is-not-here-0'
const rendersOfOddPaths = { most: 10, seconds: 1 }

const html = { 'content-type': 'text/html; charset=utf-8' }
/** What readers' pages are made of: the same for everybody, and found by path alone. */
const keptCalls = [
  ...['/api/blog', '/api/short-stories', '/api/books', '/api/letters'].flatMap((all) => [all, `${all}/:slug`]),
  ...['/api/shelves', '/api/arc/:slug', '/api/book-after/:slug', '/api/latest', '/api/press', '/api/site'],
  '/api/pages/:name',
]
const noStore = { 'cache-control': 'no-store' }
/** The address of such a page may hold a key: it is not passed on to whatever is opened next, and listed nowhere. */
const keyHeaders = {
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
}
const deskHeaders = { 'referrer-policy': 'same-origin', 'x-robots-tag': 'noindex, nofollow' }

import type { RequestListener } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import type { Deps } from '#server/deps.ts'
import { AppError, answerError } from '#server/errors.ts'
import type { PageCache } from '#server/page-cache.ts'
import { requestLimits } from '#server/request-limits.ts'
import { type App, type AppContext, assertOnlyTable, mount, type Route, type Variables } from '#server/route-table.ts'
import { securityHeaders } from '#server/security-headers.ts'
import type { StaticAssets } from '#server/static-assets.ts'
import { type Answer, chooseAnswer } from '#server/stored-response.ts'
import { apiRoutes } from './api.server.ts'
import type { Assets } from './assets.server.ts'
import { firstScript } from './first-script.ts'
import { renderPage } from './render.server.tsx'
import { routes as pages } from './routes.tsx'
import { siteFileRoutes } from './site-files.server.ts'

export type HttpParts = { deps: Deps; assets: Assets; pageCache: PageCache; headers: Record<string, string> }

export function siteHeaders(siteUrl: string): Record<string, string> {
  return securityHeaders({ https: siteUrl.startsWith('https:'), inlineScripts: [firstScript] })
}

/** The outer app: limits, headers, one table of doors, and the 404 page for everything else. */
export function createHttpApp({ deps, assets, pageCache, headers }: HttpParts): App {
  const app: App = new Hono<{ Variables: Variables }>()
  const api: App = new Hono<{ Variables: Variables }>()
  const apiTable = apiRoutes(deps)
  mount(api, apiTable)
  api.onError((error, c) => answerError(error, c, deps.log))

  const render = (path: string) =>
    renderPage(path, {
      assets,
      fetcher: (url, init) => api.request(url, init),
      site: { origin: deps.env.siteUrl, today: deps.now().toISOString().slice(0, 10) },
    })

  async function answerPage(c: AppContext): Promise<Response> {
    const { path } = c.req
    const page = await pageCache.getOrRender(path, async () => ({
      ...(await render(path)),
      headers: pageHeaders(headers),
    }))
    if ('html' in page)
      return new Response(page.html, { status: page.status, headers: { ...pageHeaders(headers), ...noStore } })
    return toResponse(chooseAnswer(page, c.req.header('accept-encoding'), c.req.header('if-none-match')))
  }

  const pageTable = pages
    .filter((page) => page.path !== '*')
    .map((page): Route => ({ method: 'GET', path: page.path, access: 'public', handle: answerPage }))
  const table = [...apiTable, ...siteFileRoutes(deps), ...pageTable]

  app.use(async (c, next) => {
    await next()
    for (const [name, value] of Object.entries(headers)) if (!c.res.headers.has(name)) c.res.headers.set(name, value)
  })
  app.use(requestLimits(deps.env))
  mount(app, table)
  app.notFound(async (c) => {
    if (c.req.path.startsWith('/api/') || !['GET', 'HEAD'].includes(c.req.method)) {
      throw new AppError('not_found', 'There is nothing at this address.')
    }
    const tidy = c.req.path.replace(/\/+$/, '')
    if (pages.some((page) => page.path === tidy)) return c.redirect(tidy, 308)
    const { status, html } = await render(c.req.path)
    return new Response(html, { status, headers: { ...pageHeaders(headers), ...noStore } })
  })
  app.onError((error, c) => answerError(error, c, deps.log))
  assertOnlyTable(app, table)
  return app
}

/** Answers files and pages it already holds straight on the socket; everything else goes through the app. */
export function createListener(
  app: App,
  assets: StaticAssets,
  pageCache: PageCache,
  checkedHost: string | null,
): RequestListener {
  const throughApp = getRequestListener(app.fetch)
  return (request, response) => {
    const { method = 'GET', url = '/', headers } = request
    const isForUs = checkedHost === null || headers.host === checkedHost
    const path = url.split('?', 1)[0] ?? url
    const held =
      isForUs && (method === 'GET' || method === 'HEAD') ? (assets.get(path) ?? pageCache.get(path)) : undefined
    if (!held) return void throughApp(request, response)
    const answer = chooseAnswer(held, String(headers['accept-encoding'] ?? ''), headers['if-none-match'])
    response.writeHead(answer.status, answer.headers)
    response.end(method === 'HEAD' ? undefined : answer.body)
  }
}

const noStore = { 'cache-control': 'no-store' }

function pageHeaders(headers: Record<string, string>): Record<string, string> {
  return {
    ...headers,
    'content-type': 'text/html; charset=utf-8',
    // A browser asks each time and mostly hears "nothing new": a correction is seen at once.
    'cache-control': 'public, max-age=0, must-revalidate',
  }
}

function toResponse({ status, headers, body }: Answer): Response {
  return new Response(body, { status, headers })
}

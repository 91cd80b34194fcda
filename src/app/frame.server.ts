import { standInGift } from '#features/downloads/file.server.ts'
import { ownerOnly } from '#features/owner/guard.server.ts'
import { standIn } from '#lib/word-set.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, answerError } from '#server/errors.ts'
import { createApp, mount, type Route } from '#server/route-table.ts'
import { hashSource } from '#server/security-headers.ts'
import { apiRoutes } from './api.server.ts'
import type { Assets } from './assets.server.ts'
import { firstScript } from './first-script.ts'
import { pageSite } from './page-site.server.ts'
import { renderPage } from './render.server.tsx'
import { siteMap } from './routes.tsx'
import { readDraftSite } from './site.server.ts'

/**
 * From one page to the next the frame does not fade: where it changes its width meanwhile, a browser breaks the fade off
 * and complains of it to the desk, and no script in here could hear that.
 */
const noFade = '@view-transition{navigation:none}'

/** Shown in a frame of the desk and nowhere else; it runs nothing and leads nowhere. */
const frameHeaders = ({ siteStyle }: Assets) => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `sandbox allow-same-origin; default-src 'none'; style-src 'self' ${[noFade, siteStyle].map(hashSource).join(' ')}; img-src 'self' data: https:; font-src 'self'; frame-ancestors 'self'`,
  'x-frame-options': 'SAMEORIGIN',
})

/** A page of the site as it will be once she has saved what she is typing, for her eyes only. */
export function frameRoute(deps: Deps, assets: Assets): Route {
  return {
    method: 'GET',
    path: '/admin/frame',
    access: 'owner',
    handle: async (c) => {
      const path = c.req.query('path') ?? '/'
      const { route } = siteMap.match(path)
      const isOpen = !route.isPrivate || path.endsWith(standIn)
      if (!/^\/[\w./-]*$/.test(path) || !isOpen) throw new AppError('not_found', 'There is no such page.')
      const snapshot = await readDraftSite(deps, path)
      const draft: Deps = { ...deps, site: () => snapshot }
      const api = createApp()
      const others = apiRoutes(draft).filter(({ path }) => path !== giftPath)
      mount(api, [standInRoute(draft), ...others], deps.env, ownerOnly(draft))
      api.onError((error, context) => answerError(error, context, deps.log))
      const { html } = await renderPage(path, {
        assets,
        fetcher: (url, init) => api.request(url, init),
        site: pageSite(draft),
      })
      // A new window is what a sandbox never opens; of a script it would complain.
      const still = html
        .toString()
        .replace('<head>', '<head><base target="_blank"/>')
        .replace(firstScript, '')
        .replace('</head>', `<style>${noFade}</style></head>`)
      return new Response(still, { headers: frameHeaders(assets) })
    },
  }
}

const giftPath = '/api/gifts/:token'

/** A file's page opens by a reader's own link; in the frame it is nobody's, and its address names the file. */
function standInRoute(draft: Deps): Route {
  return {
    method: 'GET',
    path: giftPath,
    access: 'public',
    handle: async (c) => c.json(await standInGift(draft, (c.req.param('token') ?? '').slice(0, -standIn.length - 1))),
  }
}

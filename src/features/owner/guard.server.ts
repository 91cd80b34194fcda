import { signInFirst } from '#lib/sign-in-first.ts'
import { toUrl } from '#lib/url.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, type WayOn } from '#server/errors.ts'
import type { AppContext, Guard } from '#server/route-table.ts'
import { entranceFor } from './entrance.ts'
import { findSession } from './sessions.server.ts'

/**
 * Lets the owner in. A call answers everybody else 401; a page shows them the entrance, which brings them back, and so
 * does a file whose link she followed after her session had ended.
 */
export function ownerOnly(deps: Deps): Guard {
  return async (c, route) => {
    if (await findSession(deps, c)) return undefined
    if (!route.isPage) throw new AppError('unauthorized', signInFirst, route.isFile ? { wayOn: wayBack(c) } : {})
    c.header('cache-control', 'no-store')
    return c.redirect(entranceFor(c.req.path, new URL(c.req.url).search), 303)
  }
}

/** To the page whose link she followed. */
function wayBack(c: AppContext): WayOn | undefined {
  const from = toUrl(c.req.header('referer') ?? '')
  if (c.req.header('sec-fetch-dest') !== 'document' || !from) return undefined
  return { href: entranceFor(from.pathname, from.search), label: 'Sign In' }
}

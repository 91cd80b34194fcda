import { signInFirst } from '#lib/sign-in-first.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Guard } from '#server/route-table.ts'
import { entranceFor } from './entrance.ts'
import { findSession } from './sessions.server.ts'

/** Lets the owner in. A call answers everybody else 401; a page shows them the entrance, which brings them back. */
export function ownerOnly(deps: Deps): Guard {
  return async (c, route) => {
    if (await findSession(deps, c)) return undefined
    if (!route.isPage) throw new AppError('unauthorized', signInFirst)
    c.header('cache-control', 'no-store')
    return c.redirect(entranceFor(c.req.path, new URL(c.req.url).search), 303)
  }
}

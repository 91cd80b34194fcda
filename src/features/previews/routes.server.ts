import { findReadingLink } from '#features/writing/reading-links.server.ts'
import type { Work } from '#features/writing/works.server.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { AppContext, Route } from '#server/route-table.ts'

/** What a private link opens: the work as it was last saved, out or not, and for as long as its author wants. */
export function routes(deps: Deps, works: readonly Work[]): Route[] {
  return [{ method: 'GET', path: '/api/preview/:token', access: 'public', handle: (c) => answer(deps, works, c) }]
}

async function answer(deps: Deps, works: readonly Work[], c: AppContext): Promise<Response> {
  const link = await findReadingLink(deps, c.req.param('token') ?? '')
  const work = works.find(({ kind }) => kind === link?.kind)
  const shown = link && (await work?.findShown(deps.db, link.itemId, deps.now()))
  if (!shown) throw new AppError('not_found', 'This link is closed, or has been cut short. Ask its author for another.')
  // As its readers will get it: how it was typed is the desk's business.
  return c.json({ kind: link.kind, [link.kind]: { ...shown, content: '' }, expiresAt: link.expiresAt }, 200, {
    'cache-control': 'private, no-store',
    'x-robots-tag': 'noindex, nofollow',
  })
}

import { workRoutes } from '#features/writing/work-routes.server.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { createPageCache } from '#server/page-cache.ts'
import type { Route } from '#server/route-table.ts'
import { chooseAnswer } from '#server/stored-response.ts'
import { findStoryArt, stories } from './service.server.ts'

export function routes(deps: Deps): Route[] {
  return [
    ...workRoutes(deps, stories),
    { method: 'GET', path: '/story-art/:file', access: 'public', handle: artDoor(deps) },
  ]
}

const artHeaders = {
  'content-type': 'image/svg+xml',
  'cache-control': 'public, max-age=31536000, immutable',
  // Opened by itself, a drawing is a document: one that may do nothing.
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
}

/** Pictures of stories, compressed once and held: a shelf asks for many at a time. */
function artDoor({ db, now }: Deps): Route['handle'] {
  const held = createPageCache({ maxEntries: 200, maxBytes: 8 * 1024 * 1024, now: () => now().getTime() })
  return async (c) => {
    const art = await held.getOrRender(c.req.path, async () => {
      const svg = await findStoryArt(db, c.req.path)
      return { status: svg ? 200 : 404, headers: artHeaders, body: Buffer.from(svg ?? '') }
    })
    if ('body' in art) throw new AppError('not_found', 'There is no picture at this address.')
    const answer = chooseAnswer(art, (name) => c.req.header(name))
    return new Response(answer.body, answer)
  }
}

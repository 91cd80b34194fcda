import { workRoutes } from '#features/writing/work-routes.server.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { createPageCache, type Rendered } from '#server/page-cache.ts'
import type { Route } from '#server/route-table.ts'
import { chooseAnswer } from '#server/stored-response.ts'
import { type Genre, genreSlug } from './genres.ts'
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

/** One picture a genre, drawn with the build: they stand in for what is still being drawn. */
const standIns = import.meta.glob<string>('/.generated/art/story-*.svg', { query: '?raw', import: 'default' })

async function standInFor(genre: Genre): Promise<Rendered> {
  const svg = await standIns[`/.generated/art/story-${genreSlug(genre)}.svg`]?.()
  return {
    status: 200,
    isPassing: true,
    headers: { ...artHeaders, 'cache-control': 'public, max-age=60' },
    body: Buffer.from(svg ?? ''),
  }
}

/** Pictures of stories, compressed once and held: a shelf asks for many at a time. */
function artDoor({ db, drawing, now }: Deps): Route['handle'] {
  const held = createPageCache({ maxEntries: 200, maxBytes: 8 * 1024 * 1024, now: () => now().getTime() })
  return async (c) => {
    const art = await held.getOrRender(c.req.path, async (): Promise<Rendered> => {
      const found = await findStoryArt(db, c.req.path)
      if (!found) return { status: 404, headers: artHeaders, body: Buffer.from('') }
      const { seed, genre } = found
      const svg = found.art || (await drawing.soon({ kind: 'story', seed, genre }, 'svg'))
      return svg ? { status: 200, headers: artHeaders, body: Buffer.from(svg) } : standInFor(genre)
    })
    if ('body' in art) {
      if (art.status === 404) throw new AppError('not_found', 'There is no picture at this address.')
      return new Response(art.body, { status: 200, headers: art.headers })
    }
    const answer = chooseAnswer(art, (name) => c.req.header(name))
    return new Response(answer.body, answer)
  }
}

import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { createPageCache } from '#server/page-cache.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { chooseAnswer } from '#server/stored-response.ts'
import { jsonBody } from '#server/validate.ts'
import { storyInput } from './contract.ts'
import {
  createStory,
  deleteStory,
  findMovedStory,
  findPublishedStory,
  findStoryArt,
  getOwnerStory,
  listOwnerStories,
  listPublishedStories,
  restoreStory,
  updateStory,
} from './service.server.ts'

/** Half a million characters, however they are escaped. */
const bodyMax = 4 * 1024 * 1024

export function routes(deps: Deps): Route[] {
  const id = (c: AppContext) => c.req.param('id') ?? ''
  return [
    {
      method: 'GET',
      path: '/api/short-stories',
      access: 'public',
      handle: async (c) => c.json(await listPublishedStories(deps.db, deps.now())),
    },
    { method: 'GET', path: '/api/short-stories/:slug', access: 'public', handle: (c) => answerStory(deps, c) },
    { method: 'GET', path: '/story-art/:file', access: 'public', handle: artDoor(deps) },
    {
      method: 'GET',
      path: '/api/owner/short-stories',
      access: 'owner',
      handle: async (c) => c.json(await listOwnerStories(deps)),
    },
    {
      method: 'GET',
      path: '/api/owner/short-stories/:id',
      access: 'owner',
      handle: async (c) => c.json(await getOwnerStory(deps, id(c))),
    },
    {
      method: 'POST',
      path: '/api/short-stories',
      access: 'owner',
      bodyMax,
      handle: async (c) => c.json(await createStory(deps, await jsonBody(c, storyInput)), 201),
    },
    {
      method: 'PUT',
      path: '/api/short-stories/:id',
      access: 'owner',
      bodyMax,
      handle: async (c) => c.json(await updateStory(deps, id(c), await jsonBody(c, storyInput))),
    },
    {
      method: 'DELETE',
      path: '/api/short-stories/:id',
      access: 'owner',
      handle: async (c) => {
        await deleteStory(deps, id(c))
        return c.json({ message: 'The story is in the bin. It can be restored for 30 days.' })
      },
    },
    {
      method: 'POST',
      path: '/api/owner/short-stories/:id/restore',
      access: 'owner',
      handle: async (c) => c.json(await restoreStory(deps, id(c))),
    },
  ]
}

async function answerStory({ db, now }: Deps, c: AppContext): Promise<Response> {
  const slug = c.req.param('slug') ?? ''
  const story = await findPublishedStory(db, slug, now())
  if (story) return c.json(story)
  const moved = await findMovedStory(db, slug, now())
  if (moved) return c.redirect(`/api/short-stories/${moved}`, 308)
  throw new AppError('not_found', 'That story does not exist, or not any more.')
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

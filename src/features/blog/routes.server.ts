import { paths } from '#lib/paths.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { jsonBody } from '#server/validate.ts'
import { postInput } from './contract.ts'
import {
  createPost,
  deletePost,
  findMovedPost,
  findPublishedPost,
  getOwnerPost,
  listOwnerPosts,
  listPublishedPosts,
  restorePost,
  updatePost,
} from './service.server.ts'

/** Half a million characters, however they are escaped. */
const bodyMax = 4 * 1024 * 1024

export function routes(deps: Deps): Route[] {
  const id = (c: AppContext) => c.req.param('id') ?? ''
  return [
    {
      method: 'GET',
      path: '/api/blog',
      access: 'public',
      handle: async (c) => c.json(await listPublishedPosts(deps.db, deps.now())),
    },
    { method: 'GET', path: '/api/blog/:slug', access: 'public', handle: (c) => answerPost(deps, c) },
    {
      method: 'GET',
      path: '/api/owner/blog',
      access: 'owner',
      handle: async (c) => c.json(await listOwnerPosts(deps)),
    },
    {
      method: 'GET',
      path: '/api/owner/blog/:id',
      access: 'owner',
      handle: async (c) => c.json(await getOwnerPost(deps, id(c))),
    },
    {
      method: 'POST',
      path: '/api/blog',
      access: 'owner',
      bodyMax,
      handle: async (c) => c.json(await createPost(deps, await jsonBody(c, postInput)), 201),
    },
    {
      method: 'PUT',
      path: '/api/blog/:id',
      access: 'owner',
      bodyMax,
      handle: async (c) => c.json(await updatePost(deps, id(c), await jsonBody(c, postInput))),
    },
    {
      method: 'DELETE',
      path: '/api/blog/:id',
      access: 'owner',
      handle: async (c) => {
        await deletePost(deps, id(c))
        return c.json({ message: 'The post is in the bin. It can be restored for 30 days.' })
      },
    },
    {
      method: 'POST',
      path: '/api/owner/blog/:id/restore',
      access: 'owner',
      handle: async (c) => c.json(await restorePost(deps, id(c))),
    },
  ]
}

async function answerPost({ db, now }: Deps, c: AppContext): Promise<Response> {
  const slug = c.req.param('slug') ?? ''
  const post = await findPublishedPost(db, slug, now())
  if (post) return c.json(post)
  const moved = await findMovedPost(db, slug, now())
  if (moved) return c.redirect(`/api${paths.post(moved)}`, 308)
  throw new AppError('not_found', 'That post does not exist, or not any more.')
}

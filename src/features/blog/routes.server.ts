import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Route } from '#server/route-table.ts'
import { findPublishedPost, listPublishedPosts } from './service.server.ts'

export function routes(_deps: Deps): Route[] {
  return [
    { method: 'GET', path: '/api/blog', access: 'public', handle: (c) => c.json(listPublishedPosts()) },
    {
      method: 'GET',
      path: '/api/blog/:slug',
      access: 'public',
      handle: (c) => {
        const post = findPublishedPost(c.req.param('slug') ?? '')
        if (!post) throw new AppError('not_found', 'That post does not exist, or not any more.')
        return c.json(post)
      },
    },
  ]
}

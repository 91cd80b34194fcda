import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { largestPicture, usualWidth } from './contract.ts'
import { findPicture, keepPicture } from './service.server.ts'

export function routes(deps: Deps): Route[] {
  return [
    {
      method: 'POST',
      path: '/api/owner/images',
      access: 'owner',
      bodyMax: largestPicture,
      isUpload: true,
      handle: async (c) => c.json(await keepPicture(deps, new Uint8Array(await c.req.arrayBuffer())), 201),
    },
    {
      method: 'GET',
      path: '/images/:id',
      access: 'public',
      handle: (c) => answerPicture(deps, c, `${usualWidth}.jpg`),
    },
    {
      method: 'GET',
      path: '/images/:id/:size',
      access: 'public',
      handle: (c) => answerPicture(deps, c, c.req.param('size') ?? ''),
    },
  ]
}

async function answerPicture(deps: Deps, c: AppContext, size: string): Promise<Response> {
  const id = c.req.param('id') ?? ''
  const picture = await findPicture(deps, id, size)
  if (!picture) throw new AppError('not_found', 'There is no such picture.')
  const headers = {
    'content-type': picture.type,
    'content-length': String(picture.size),
    // An address never shows another picture.
    'cache-control': 'public, max-age=31536000, immutable',
    etag: `"${id}-${size}"`,
    // Opened by itself it is still only a picture, and other sites may show it in their cards.
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
  }
  if (c.req.header('if-none-match') === headers.etag) {
    const { 'content-length': _length, ...unchanged } = headers
    return new Response(null, { status: 304, headers: unchanged })
  }
  return new Response(c.req.method === 'HEAD' ? null : await picture.stream(), { headers })
}

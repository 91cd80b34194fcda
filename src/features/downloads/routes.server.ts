import type { Deps } from '#server/deps.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { jsonBody } from '#server/validate.ts'
import { bulkInput, fileInput, linkInput, sharedInput } from './contract.ts'
import { fileRoutes, lookAtGift } from './file.server.ts'
import { changeFile, getFile, listBookFiles } from './files.server.ts'
import { removeBook } from './keeping.server.ts'
import { letterByHand } from './letter-by-hand.server.ts'
import {
  fileAsked,
  freeBookOf,
  getDownloadsState,
  listOpenLinks,
  makeLinksFor,
  makePersonalLink,
  makeSharedLink,
  revokeLink,
} from './service.server.ts'

/** Ten thousand addresses of the longest kind. */
const bodyMax = 4 * 1024 * 1024

export function routes(deps: Deps): Route[] {
  const asked = (c: AppContext) => fileAsked(deps.site(), c.req.query('file'))
  return [
    ...fileRoutes(deps),
    {
      method: 'GET',
      path: '/api/owner/files',
      access: 'owner',
      handle: async (c) => c.json(await listBookFiles(deps)),
    },
    {
      method: 'GET',
      path: '/api/owner/files/:name',
      access: 'owner',
      handle: async (c) => c.json(await getFile(deps, c.req.param('name') ?? '')),
    },
    {
      method: 'PUT',
      path: '/api/owner/files/:name',
      access: 'owner',
      handle: async (c) => c.json(await changeFile(deps, c.req.param('name') ?? '', await jsonBody(c, fileInput))),
    },
    {
      method: 'DELETE',
      path: '/api/owner/files/:name',
      access: 'owner',
      handle: async (c) => {
        await removeBook(deps, c.req.param('name') ?? '')
        return c.json({ message: 'The file is removed.' })
      },
    },
    {
      method: 'GET',
      path: '/api/owner/free-book',
      access: 'owner',
      handle: (c) => c.json(freeBookOf(deps.site())),
    },
    {
      method: 'POST',
      path: '/api/generate-download-link',
      access: 'owner',
      handle: async (c) => {
        const { email, filename } = await jsonBody(c, linkInput)
        const { downloadUrl, expiresIn } = await makePersonalLink(deps, email, filename)
        return c.json({ downloadUrl, expiresIn })
      },
    },
    {
      method: 'POST',
      path: '/api/bulk-generate-download-links',
      access: 'owner',
      bodyMax,
      handle: async (c) => {
        const { subscribers, filename } = await jsonBody(c, bulkInput)
        const links = await makeLinksFor(deps, subscribers, filename)
        return c.json({ links, count: links.filter(({ error }) => error === null).length })
      },
    },
    {
      method: 'POST',
      path: '/api/generate-shared-download-link',
      access: 'owner',
      handle: async (c) => {
        const { filename, hoursToExpire } = await jsonBody(c, sharedInput)
        return c.json(await makeSharedLink(deps, filename, hoursToExpire))
      },
    },
    {
      method: 'GET',
      path: '/api/owner/download-links',
      access: 'owner',
      handle: async (c) => {
        const { kind, address, after } = c.req.query()
        const sought = {
          fileName: asked(c),
          isShared: kind === 'shared',
          address: address?.trim().toLowerCase() || null,
          after: after || null,
        }
        return c.json(await listOpenLinks(deps, sought))
      },
    },
    {
      method: 'GET',
      path: '/api/owner/download-links/state',
      access: 'owner',
      handle: async (c) => c.json(await getDownloadsState(deps, asked(c))),
    },
    {
      method: 'DELETE',
      path: '/api/owner/download-links/:id',
      access: 'owner',
      handle: async (c) => {
        await revokeLink(deps, c.req.param('id') ?? '')
        return c.json({ message: 'The link is closed.' })
      },
    },
    {
      method: 'GET',
      path: '/api/owner/letter-by-hand',
      access: 'owner',
      handle: (c) => c.json(letterByHand(deps.site(), asked(c))),
    },
    {
      method: 'GET',
      path: '/api/gifts/:token',
      access: 'public',
      handle: async (c) =>
        c.json(await lookAtGift(deps, c.req.param('token') ?? ''), 200, { 'cache-control': 'no-store' }),
    },
  ]
}

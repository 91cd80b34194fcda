import { listPage } from '#lib/fields.ts'
import { clientAddress } from '#server/client-address.ts'
import type { Deps } from '#server/deps.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { jsonBody, parse } from '#server/validate.ts'
import { contactInput, messageChange } from './contract.ts'
import { changeMessage, deleteMessage, getMessage, listMessages, restoreMessage } from './inbox.server.ts'
import { sendMessage } from './service.server.ts'

export function routes(deps: Deps): Route[] {
  const id = (c: AppContext) => c.req.param('id') ?? ''
  return [
    {
      method: 'POST',
      path: '/api/contact',
      access: 'public',
      // Five thousand characters outside the Latin alphabet are twenty thousand bytes, and escapes may double them.
      bodyMax: 64 * 1024,
      handle: async (c) =>
        c.json(
          await sendMessage(deps, await jsonBody(c, contactInput), clientAddress(c, deps.env.trustedProxies)),
          201,
        ),
    },
    {
      method: 'GET',
      path: '/api/owner/messages',
      access: 'owner',
      handle: async (c) => c.json(await listMessages(deps, parse(listPage, c.req.query()).cursor)),
    },
    {
      method: 'GET',
      path: '/api/owner/messages/:id',
      access: 'owner',
      handle: async (c) => c.json(await getMessage(deps, id(c))),
    },
    {
      method: 'PATCH',
      path: '/api/owner/messages/:id',
      access: 'owner',
      handle: async (c) => c.json(await changeMessage(deps, id(c), (await jsonBody(c, messageChange)).state)),
    },
    {
      method: 'DELETE',
      path: '/api/owner/messages/:id',
      access: 'owner',
      handle: async (c) => {
        await deleteMessage(deps, id(c))
        return c.json({ message: 'The message is thrown away. It can be taken back for a day.' })
      },
    },
    {
      method: 'POST',
      path: '/api/owner/messages/:id/restore',
      access: 'owner',
      handle: async (c) => c.json(await restoreMessage(deps, id(c))),
    },
  ]
}

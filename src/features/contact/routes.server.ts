import { clientAddress } from '#server/client-address.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { jsonBody } from '#server/validate.ts'
import { contactInput } from './contract.ts'
import { sendMessage } from './service.server.ts'

export function routes(deps: Deps): Route[] {
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
  ]
}

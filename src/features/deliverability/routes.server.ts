import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { readDeliverability } from './service.server.ts'

export function routes(deps: Deps): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/owner/deliverability',
      access: 'owner',
      handle: async (c) => c.json(await readDeliverability(deps)),
    },
  ]
}

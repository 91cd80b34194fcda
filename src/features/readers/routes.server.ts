import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { jsonBody } from '#server/validate.ts'
import { importInput } from './contract.ts'
import { importReaders, listGroup } from './service.server.ts'

export function routes(deps: Deps): Route[] {
  const path = '/api/voracious-readers-subscribers'
  return [
    { method: 'GET', path, access: 'owner', handle: async (c) => c.json(await listGroup(deps)) },
    {
      method: 'POST',
      path,
      access: 'owner',
      // Twenty thousand addresses of the longest kind.
      bodyMax: 8 * 1024 * 1024,
      handle: async (c) => c.json(await importReaders(deps, await jsonBody(c, importInput))),
    },
  ]
}

import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { jsonBody } from '#server/validate.ts'
import { profileChange } from './contract.ts'
import { readProfile, saveProfile } from './service.server.ts'

export function routes(deps: Deps): Route[] {
  return [
    { method: 'GET', path: '/api/site', access: 'public', handle: (c) => c.json(deps.site().author) },
    {
      method: 'GET',
      path: '/api/owner/site',
      access: 'owner',
      handle: async (c) => c.json(await readProfile(deps.db)),
    },
    {
      method: 'PUT',
      path: '/api/owner/site',
      access: 'owner',
      handle: async (c) => {
        const { version, ...profile } = await jsonBody(c, profileChange)
        return c.json(await saveProfile(deps, profile, version))
      },
    },
  ]
}

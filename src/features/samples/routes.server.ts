import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { bringSamplesBack, readSamples, removeAllSamples, type SampleHolder } from './service.server.ts'

const path = '/api/owner/samples'

export function routes(deps: Deps, holders: readonly SampleHolder[]): Route[] {
  return [
    { method: 'GET', path, access: 'owner', handle: async (c) => c.json(await readSamples(deps.db, holders)) },
    {
      method: 'POST',
      path: `${path}/remove`,
      access: 'owner',
      handle: async (c) => c.json(await removeAllSamples(deps, holders)),
    },
    {
      method: 'POST',
      path: `${path}/bring-back`,
      access: 'owner',
      handle: async (c) => c.json(await bringSamplesBack(deps, holders)),
    },
  ]
}

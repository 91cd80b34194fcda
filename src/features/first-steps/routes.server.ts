import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { firstStepsAddress } from './queries.ts'
import { dismissFirstSteps, readFirstSteps, type Step } from './service.server.ts'

export function routes(deps: Deps, steps: readonly Step[]): Route[] {
  return [
    {
      method: 'GET',
      path: firstStepsAddress,
      access: 'owner',
      handle: async (c) => c.json(await readFirstSteps(deps, steps)),
    },
    {
      method: 'POST',
      path: `${firstStepsAddress}/dismiss`,
      access: 'owner',
      handle: async (c) => {
        await dismissFirstSteps(deps)
        return c.json(await readFirstSteps(deps, steps))
      },
    },
  ]
}

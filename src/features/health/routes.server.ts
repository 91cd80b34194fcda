import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import { insistWithin } from '#server/rate-limit.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { checkNames } from './contract.ts'
import { answerMark, countForwarded, type Mark, markRoute } from './knock.server.ts'
import { healthAddress } from './queries.ts'
import { lookAt, readAllHealth, readHealth } from './service.server.ts'
import type { Sight } from './sight.server.ts'

/** Others are asked at each try: more often than this nobody needs to know. */
const tries = { most: 300, seconds: 600 }

export function routes(deps: Deps, sight: Sight): Route[] {
  const insist = async () => {
    if (deps.env.isRateLimited) await insistWithin(deps.db, 'health', tries, deps.now())
  }
  return [
    { method: 'GET', path: healthAddress, access: 'owner', handle: async (c) => c.json(await readHealth(sight)) },
    {
      method: 'GET',
      path: `${healthAddress}/all`,
      access: 'owner',
      handle: async (c) => {
        await insist()
        return c.json(await readAllHealth(sight))
      },
    },
    {
      method: 'POST',
      path: `${healthAddress}/:name`,
      access: 'owner',
      handle: async (c) => {
        const name = checkNames.find((known) => known === c.req.param('name'))
        if (!name) throw new AppError('not_found', 'There is no such line.')
        await insist()
        return c.json(await lookAt({ ...sight, countProxies: async () => proxiesOf(c) }, name))
      },
    },
    {
      method: 'GET',
      path: markRoute,
      access: 'public',
      handle: (c) => {
        const mark = answerMark(deps.keyFor, c.req.param('token') ?? '')
        if (!mark) throw new AppError('not_found', 'There is nothing at this address.')
        return c.json({ mark, proxies: proxiesOf(c) } satisfies Mark, 200, { 'cache-control': 'no-store' })
      },
    },
  ]
}

/** How the owner's own browser came here tells more than any try from within. */
function proxiesOf(c: AppContext): number {
  return countForwarded(c.req.header('x-forwarded-for'))
}

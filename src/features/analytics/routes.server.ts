import { clientAddress } from '#server/client-address.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { jsonBody } from '#server/validate.ts'
import { type Span, spans, weeklyInput } from './contract.ts'
import { csvOf } from './export.server.ts'
import { readNumbers } from './service.server.ts'
import { readWeekly, setWeekly } from './weekly.server.ts'

export const trackPath = '/api/analytics/track'
export const bodyMax = 4 * 1024

export function routes(deps: Deps): Route[] {
  return [
    {
      method: 'POST',
      path: trackPath,
      access: 'public',
      bodyMax,
      handle: async (c) => {
        const address = clientAddress(c, deps.env.trustedProxies)
        deps.counter.take({ header: (name) => c.req.header(name), address, body: await c.req.text() })
        return c.body(null, 204)
      },
    },
    {
      method: 'GET',
      path: '/api/owner/analytics',
      access: 'owner',
      handle: async (c) => c.json(await readNumbers(deps, spanOf(c))),
    },
    {
      method: 'GET',
      path: '/api/owner/analytics.csv',
      access: 'owner',
      isFile: true,
      handle: (c) => csvOf(deps, spanOf(c)),
    },
    {
      method: 'GET',
      path: '/api/owner/analytics/weekly',
      access: 'owner',
      handle: async (c) => c.json(await readWeekly(deps)),
    },
    {
      method: 'PUT',
      path: '/api/owner/analytics/weekly',
      access: 'owner',
      handle: async (c) => c.json(await setWeekly(deps, (await jsonBody(c, weeklyInput)).isWanted)),
    },
  ]
}

function spanOf(c: AppContext): Span {
  const days = c.req.query('days') ?? '30'
  const span = spans.find((known) => String(known) === days)
  if (!span) throw new AppError('invalid', `The numbers are kept for ${spans.join(', ')} days.`)
  return span
}

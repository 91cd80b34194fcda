import { setTimeout as wait } from 'node:timers/promises'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { jsonBody } from '#server/validate.ts'
import { addInput } from './contract.ts'
import { addToProvider, listProviderGroups } from './service.server.ts'
import { getProvider, startSync, syncResult } from './sync.server.ts'
import { connectWebhook, hasWebhook, hearEvents, webhookPath } from './webhook.server.ts'

const longestAnswer = 20_000

export function routes(deps: Deps): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/owner/provider',
      access: 'owner',
      handle: async (c) => c.json(await getProvider(deps, await hasWebhook(deps))),
    },
    {
      method: 'GET',
      path: '/api/mailerlite/groups',
      access: 'owner',
      handle: async (c) => c.json(await listProviderGroups(deps)),
    },
    {
      method: 'POST',
      path: '/api/mailerlite/add-subscriber',
      access: 'owner',
      handle: async (c) => c.json(await addToProvider(deps, (await jsonBody(c, addInput)).email)),
    },
    {
      method: 'POST',
      path: '/api/mailerlite/sync-voracious-readers',
      access: 'owner',
      handle: async (c) => {
        const syncId = await startSync(deps)
        await Promise.race([deps.workNow(), wait(longestAnswer, undefined, { ref: false })])
        const result = await syncResult(deps, syncId)
        return c.json(result, result.pending > 0 ? 202 : 200)
      },
    },
    {
      method: 'GET',
      path: '/api/owner/provider/syncs/:id',
      access: 'owner',
      handle: async (c) => c.json(await syncResult(deps, c.req.param('id') ?? '')),
    },
    {
      method: 'POST',
      path: '/api/owner/provider/webhook',
      access: 'owner',
      handle: async (c) => {
        await connectWebhook(deps)
        return c.json({ message: 'From now on the provider tells us at once who leaves there.' })
      },
    },
    {
      method: 'POST',
      path: webhookPath,
      access: 'public',
      isForAnySite: true,
      bodyMax: 256 * 1024,
      handle: async (c) => {
        await hearEvents(deps, await c.req.text(), c.req.header('signature') ?? '')
        return c.json({ message: 'Heard.' })
      },
    },
  ]
}

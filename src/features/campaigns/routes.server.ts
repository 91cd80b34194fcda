import { setTimeout as wait } from 'node:timers/promises'
import { linkInput } from '#features/downloads/contract.ts'
import { fileAsked } from '#features/downloads/service.server.ts'
import type { Deps } from '#server/deps.ts'
import { answerLetter } from '#server/letter-frame.ts'
import { decide, retryFailed } from '#server/mailings.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { jsonBody, parse } from '#server/validate.ts'
import { decisionInput, sendAllHeaders, sendAllInput } from './contract.ts'
import {
  bulkResult,
  getCampaign,
  getOverview,
  listDeliveries,
  listEarlier,
  listResults,
  streamOutcome,
} from './outcome.server.ts'
import { letterPath } from './queries.ts'
import { pauseCampaign, resumeCampaign, startCampaign, stopCampaign, takeBackCampaign } from './service.server.ts'
import { previewLetter, sendFresh, sendOne } from './single.server.ts'

/** A hundred thousand addresses, and room for long ones. */
const bodyMax = 8 * 1024 * 1024
/** Past this the screen follows the rest by itself; a browser or proxy would give up on a longer silence. */
const longestAnswer = 20_000

export function routes(deps: Deps): Route[] {
  const id = (c: AppContext) => c.req.param('id') ?? ''
  const action = (name: string, act: (deps: Deps, id: string) => Promise<void>): Route => ({
    method: 'POST',
    path: `/api/owner/campaigns/:id/${name}`,
    access: 'owner',
    handle: async (c) => {
      await act(deps, id(c))
      return c.json(await getCampaign(deps, id(c)))
    },
  })
  const asked = (c: AppContext) => fileAsked(deps.site(), c.req.query('file'))
  return [
    {
      method: 'POST',
      path: '/api/send-bulk-download-emails',
      access: 'owner',
      bodyMax,
      handle: async (c) => {
        const { 'x-hold-seconds': holdSeconds } = parse(sendAllHeaders, c.req.header())
        const wish = await jsonBody(c, sendAllInput)
        const { campaignId, errors } = await startCampaign(deps, { ...wish, holdSeconds })
        if (holdSeconds === 0) await Promise.race([deps.workNow(), wait(longestAnswer, undefined, { ref: false })])
        const result = await bulkResult(deps, campaignId, errors)
        return c.json(result, result.pending > 0 ? 202 : 200)
      },
    },
    {
      method: 'POST',
      path: '/api/send-download-email',
      access: 'owner',
      handle: async (c) => {
        const { email, filename } = await jsonBody(c, linkInput)
        return c.json(await sendOne(deps, email, filename))
      },
    },
    {
      method: 'POST',
      path: '/api/gifts/:token/fresh',
      access: 'public',
      handle: async (c) => c.json(await sendFresh(deps, c.req.param('token') ?? '')),
    },
    {
      method: 'GET',
      path: '/api/owner/campaigns',
      access: 'owner',
      handle: async (c) => c.json(await getOverview(deps, asked(c))),
    },
    {
      method: 'GET',
      path: '/api/owner/campaigns/earlier',
      access: 'owner',
      handle: async (c) => c.json(await listEarlier(deps, asked(c))),
    },
    {
      method: 'GET',
      path: '/api/owner/campaigns/results',
      access: 'owner',
      handle: async (c) => c.json(await listResults(deps, asked(c))),
    },
    {
      method: 'GET',
      path: '/api/owner/campaigns/:id',
      access: 'owner',
      handle: async (c) => c.json(await getCampaign(deps, id(c))),
    },
    {
      method: 'GET',
      path: '/api/owner/campaigns/:id/deliveries',
      access: 'owner',
      handle: async (c) => {
        const { state, after } = c.req.query()
        return c.json(await listDeliveries(deps, id(c), { state: state ?? null, after: after ?? null }))
      },
    },
    {
      method: 'GET',
      path: '/api/owner/campaigns/:id/outcome.csv',
      access: 'owner',
      isFile: true,
      handle: (c) => streamOutcome(deps, id(c)),
    },
    {
      method: 'GET',
      path: '/api/owner/book-letter',
      access: 'owner',
      handle: (c) => {
        const { subject, text, mail, warnings } = previewLetter(deps, asked(c))
        return c.json({ subject, text, mail, warnings })
      },
    },
    {
      method: 'GET',
      path: letterPath,
      access: 'owner',
      handle: (c) => answerLetter(c, previewLetter(deps, asked(c)).html),
    },
    action('pause', pauseCampaign),
    action('resume', resumeCampaign),
    action('stop', stopCampaign),
    action('retry', retryFailed),
    action('take-back', takeBackCampaign),
    {
      method: 'POST',
      path: '/api/owner/deliveries/:id/decision',
      access: 'owner',
      handle: async (c) => {
        const { decision } = await jsonBody(c, decisionInput)
        await decide(deps, id(c), decision)
        return c.json({ message: decision === 'sent' ? 'Counted as sent.' : 'It goes out once more.' })
      },
    },
  ]
}

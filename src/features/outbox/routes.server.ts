import type { Deps } from '#server/deps.ts'
import { answerLetter } from '#server/letter-frame.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { jsonBody, parse } from '#server/validate.ts'
import { letterChange, outboxPage, sendKeptInput } from './contract.ts'
import { letterHtmlPath } from './queries.ts'
import {
  countLetterAsSent,
  getLetter,
  getLetterHtml,
  openOutbox,
  pauseByHand,
  sendKept,
  sendLetter,
} from './service.server.ts'

export function routes(deps: Deps): Route[] {
  const id = (c: AppContext) => c.req.param('id') ?? ''
  return [
    {
      method: 'GET',
      path: '/api/owner/outbox',
      access: 'owner',
      handle: async (c) => {
        const { state, cursor } = parse(outboxPage, c.req.query())
        return c.json(await openOutbox(deps, state, cursor))
      },
    },
    {
      method: 'GET',
      path: '/api/owner/outbox/:id',
      access: 'owner',
      handle: async (c) => c.json(await getLetter(deps, id(c))),
    },
    {
      method: 'PATCH',
      path: '/api/owner/outbox/:id',
      access: 'owner',
      handle: async (c) => {
        await jsonBody(c, letterChange)
        return c.json(await countLetterAsSent(deps, id(c)))
      },
    },
    {
      method: 'POST',
      path: '/api/owner/outbox/:id/send',
      access: 'owner',
      handle: async (c) => c.json(await sendLetter(deps, id(c))),
    },
    {
      method: 'POST',
      path: '/api/owner/outbox/send-kept',
      access: 'owner',
      handle: async (c) => c.json(await sendKept(deps, (await jsonBody(c, sendKeptInput)).which)),
    },
    {
      method: 'POST',
      path: '/api/owner/outbox/pause',
      access: 'owner',
      handle: async (c) => c.json(await pauseByHand(deps)),
    },
    {
      method: 'GET',
      path: letterHtmlPath(':id'),
      access: 'owner',
      handle: async (c) => answerLetter(c, await getLetterHtml(deps, id(c))),
    },
  ]
}

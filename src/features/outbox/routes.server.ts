import type { Deps } from '#server/deps.ts'
import { answerLetter } from '#server/letter-frame.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { jsonBody, parse } from '#server/validate.ts'
import { letterChange, outboxPage, sendKeptInput } from './contract.ts'
import { letterHtmlPath } from './queries.ts'
import { countAsSent, getLetter, getLetterHtml, listLetters, sendKept, sendLetter } from './service.server.ts'

export function routes(deps: Deps): Route[] {
  const id = (c: AppContext) => c.req.param('id') ?? ''
  return [
    {
      method: 'GET',
      path: '/api/owner/letters',
      access: 'owner',
      handle: async (c) => {
        const { state, cursor } = parse(outboxPage, c.req.query())
        return c.json(await listLetters(deps, state, cursor))
      },
    },
    {
      method: 'GET',
      path: '/api/owner/letters/:id',
      access: 'owner',
      handle: async (c) => c.json(await getLetter(deps, id(c))),
    },
    {
      method: 'PATCH',
      path: '/api/owner/letters/:id',
      access: 'owner',
      handle: async (c) => {
        await jsonBody(c, letterChange)
        return c.json(await countAsSent(deps, id(c)))
      },
    },
    {
      method: 'POST',
      path: '/api/owner/letters/:id/send',
      access: 'owner',
      handle: async (c) => c.json(await sendLetter(deps, id(c))),
    },
    {
      method: 'POST',
      path: '/api/owner/letters/send-kept',
      access: 'owner',
      handle: async (c) => c.json(await sendKept(deps, (await jsonBody(c, sendKeptInput)).which)),
    },
    {
      method: 'GET',
      path: letterHtmlPath(':id'),
      access: 'owner',
      handle: async (c) => answerLetter(c, await getLetterHtml(deps, id(c))),
    },
  ]
}

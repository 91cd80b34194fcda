import type { Deps } from '#server/deps.ts'
import type { AppContext, Route } from '#server/route-table.ts'
import { parse } from '#server/validate.ts'
import { peopleFilter, peoplePage } from './contract.ts'
import { csvOf } from './export.server.ts'
import { erasePerson, getPerson, listPeople, stopWriting } from './service.server.ts'

export function routes(deps: Deps): Route[] {
  const id = (c: AppContext) => c.req.param('id') ?? ''
  return [
    {
      method: 'GET',
      path: '/api/owner/subscribers',
      access: 'owner',
      handle: async (c) => {
        const { cursor, ...filter } = parse(peoplePage, c.req.query())
        return c.json(await listPeople(deps, filter, cursor))
      },
    },
    {
      method: 'GET',
      path: '/api/owner/subscribers.csv',
      access: 'owner',
      isFile: true,
      handle: (c) => csvOf(deps, parse(peopleFilter, c.req.query())),
    },
    {
      method: 'GET',
      path: '/api/owner/subscribers/:id',
      access: 'owner',
      handle: async (c) => c.json(await getPerson(deps, id(c))),
    },
    {
      method: 'POST',
      path: '/api/owner/subscribers/:id/stop',
      access: 'owner',
      handle: async (c) => c.json(await stopWriting(deps, id(c))),
    },
    {
      method: 'DELETE',
      path: '/api/owner/subscribers/:id',
      access: 'owner',
      handle: async (c) => c.json(await erasePerson(deps, id(c))),
    },
  ]
}

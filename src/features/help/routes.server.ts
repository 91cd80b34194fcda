import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/errors.ts'
import type { Route } from '#server/route-table.ts'
import { helpRooms, roomName } from './contract.ts'
import { findGuidePage, readGuidePage } from './guide.server.ts'

/** By a call: the desk's own code holds none of the guide. */
export function routes(_deps: Deps): Route[] {
  return [
    {
      method: 'GET',
      path: '/api/owner/help/:room',
      access: 'owner',
      handle: (c) => {
        const [, names] = Object.entries(helpRooms).find(([path]) => roomName(path) === c.req.param('room')) ?? []
        if (!names) throw new AppError('not_found', 'Nothing is written about this room.')
        return c.json(names.flatMap((name) => findGuidePage(name) ?? []))
      },
    },
    {
      method: 'GET',
      path: '/api/owner/guide/:page',
      access: 'owner',
      handle: (c) => {
        const page = readGuidePage(c.req.param('page') ?? '')
        if (!page) throw new AppError('not_found', 'The guide has no such page.')
        return c.json(page)
      },
    },
  ]
}

import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { listStories } from './service.server.ts'

export function routes(_deps: Deps): Route[] {
  return [{ method: 'GET', path: '/api/short-stories', access: 'public', handle: (c) => c.json(listStories()) }]
}

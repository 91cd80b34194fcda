import type { Route } from '#server/route-table.ts'
import { listStories } from './service.server.ts'

export const publicRoutes: Route[] = [
  { method: 'GET', path: '/api/short-stories', access: 'public', handle: (c) => c.json(listStories()) },
]

import { workRoutes } from '#features/writing/work-routes.server.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { posts } from './service.server.ts'

export function routes(deps: Deps): Route[] {
  return workRoutes(deps, posts)
}

import { publicRoutes as blogRoutes } from '#features/blog/routes.server.ts'
import { publicRoutes as contactRoutes } from '#features/contact/routes.server.ts'
import { publicRoutes as newsletterRoutes } from '#features/newsletter/routes.server.ts'
import { publicRoutes as storyRoutes } from '#features/stories/routes.server.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { cspReportRoute } from './csp-report.server.ts'

/** The API map: every call a browser can make. */
export function apiRoutes(deps: Deps): Route[] {
  return [...blogRoutes, ...storyRoutes, ...newsletterRoutes(deps), ...contactRoutes(deps), cspReportRoute(deps)]
}

import { listPages } from '#features/analytics/pages.server.ts'
import { routes as analytics } from '#features/analytics/routes.server.ts'
import { routes as blog } from '#features/blog/routes.server.ts'
import { routes as books } from '#features/books/routes.server.ts'
import { routes as campaigns } from '#features/campaigns/routes.server.ts'
import { routes as contact } from '#features/contact/routes.server.ts'
import { routes as deliverability } from '#features/deliverability/routes.server.ts'
import { wordSetOfFile } from '#features/downloads/files.server.ts'
import { routes as downloads } from '#features/downloads/routes.server.ts'
import { routes as steps } from '#features/first-steps/routes.server.ts'
import { routes as help } from '#features/help/routes.server.ts'
import { routes as images } from '#features/images/routes.server.ts'
import { routes as letters } from '#features/letters/routes.server.ts'
import { listWebPaths } from '#features/letters/service.server.ts'
import { routes as mailEvents } from '#features/mail-events/routes.server.ts'
import { routes as provider } from '#features/mailing-provider/routes.server.ts'
import { hasGiven } from '#features/mailing-provider/traces.server.ts'
import { routes as newsletter } from '#features/newsletter/routes.server.ts'
import { routes as outbox } from '#features/outbox/routes.server.ts'
import { routes as owner } from '#features/owner/routes.server.ts'
import { routes as people } from '#features/people/routes.server.ts'
import { routes as previews } from '#features/previews/routes.server.ts'
import { routes as profile } from '#features/profile/routes.server.ts'
import { routes as samples } from '#features/samples/routes.server.ts'
import { routes as stories } from '#features/stories/routes.server.ts'
import { routes as words } from '#features/words/routes.server.ts'
import { routes as writing } from '#features/writing/routes.server.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { backupRoutes } from './backup-room.server.ts'
import { bookAfterRoute } from './book-after.server.ts'
import { isClosed } from './closed-pages.server.ts'
import { cspReportRoute } from './csp-report.server.ts'
import { destinationsRoute } from './destinations.server.ts'
import { firstSteps } from './first-steps.server.ts'
import { healthRoutes } from './health.server.ts'
import { latestRoute, pressRoute } from './latest.server.ts'
import { letterViewsRoute } from './letter-views.server.ts'
import { sampleHolders } from './sample-holders.server.ts'
import { settingsRoutes } from './settings-room.server.ts'
import { traceHolders } from './traces.server.ts'
import { welcomeCall } from './welcome.server.ts'
import { wordSets } from './word-sets.server.ts'
import { pageOf } from './words-pages.server.ts'
import { readings, works } from './works.server.ts'

const features = [
  profile,
  books,
  blog,
  stories,
  newsletter,
  contact,
  owner,
  outbox,
  images,
  downloads,
  campaigns,
  provider,
  mailEvents,
  deliverability,
  analytics,
  help,
]

/** The API map: every call a browser can make. Each row says whether it is the public's or the owner's. */
export function apiRoutes(deps: Deps): Route[] {
  const across = [
    ...words(deps, wordSets, wordSetOfFile, pageOf),
    letterViewsRoute(deps),
    ...letters(deps, async () => {
      const pages = await listPages(deps)
      const onWeb = await listWebPaths(deps)
      return (path) => (pages.has(path) || onWeb.has(path)) && !isClosed(deps.site(), 'GET', path)
    }),
    ...samples(deps, sampleHolders),
    ...steps(deps, firstSteps),
    ...people(deps, traceHolders, hasGiven),
    welcomeCall(deps),
    ...writing(deps, works, readings),
    ...previews(deps, readings),
    ...backupRoutes(deps),
    ...settingsRoutes(deps),
    ...healthRoutes(deps),
    destinationsRoute(deps),
    latestRoute(deps),
    pressRoute(deps),
    bookAfterRoute(deps),
    cspReportRoute(deps),
  ]
  return [...features.flatMap((routes) => routes(deps)), ...across]
}

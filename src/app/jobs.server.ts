import { analyticsJobs } from '#features/analytics/jobs.server.ts'
import { lettersJobs } from '#features/letters/jobs.server.ts'
import { mailEventsJobs } from '#features/mail-events/jobs.server.ts'
import { providerJobs } from '#features/mailing-provider/jobs.server.ts'
import { newsletterJobs } from '#features/newsletter/jobs.server.ts'
import { peopleJobs } from '#features/people/jobs.server.ts'
import type { Deps } from '#server/deps.ts'
import type { JobHandlers } from '#server/jobs.ts'

/** The job map: every kind of work done in the background, and who does it. */
export function jobHandlers(deps: Deps): JobHandlers {
  return {
    ...newsletterJobs(deps),
    ...peopleJobs(deps),
    ...lettersJobs(deps),
    ...providerJobs(deps),
    ...mailEventsJobs(deps),
    ...analyticsJobs(deps),
  }
}

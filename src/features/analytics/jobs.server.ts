import type { Deps } from '#server/deps.ts'
import { sendWeeklyLetter } from './weekly.server.ts'

declare module '#server/jobs.ts' {
  interface JobKinds {
    'analytics.weekly': { week: string }
  }
}

export function analyticsJobs(deps: Deps) {
  return { 'analytics.weekly': (payload: { week: string }) => sendWeeklyLetter(deps, payload) }
}

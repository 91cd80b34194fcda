import type { Deps } from '#server/deps.ts'
import { type SignupRequest, takeSignup } from './service.server.ts'

declare module '#server/jobs.ts' {
  interface JobKinds {
    'newsletter.signup': SignupRequest
  }
}

export function newsletterJobs(deps: Deps) {
  return { 'newsletter.signup': (request: SignupRequest) => takeSignup(deps, request) }
}

import type { Deps } from '#server/deps.ts'
import { runImport } from './import.server.ts'

declare module '#server/jobs.ts' {
  interface JobKinds {
    'people.import': { importId: string }
  }
}

export function peopleJobs(deps: Deps) {
  return { 'people.import': (payload: { importId: string }) => runImport(deps, payload) }
}

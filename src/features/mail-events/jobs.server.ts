import type { Deps } from '#server/deps.ts'
import { takeEvents } from './service.server.ts'

export function mailEventsJobs(deps: Deps) {
  return { 'mail-events.take': (told: Parameters<typeof takeEvents>[1]) => takeEvents(deps, told) }
}

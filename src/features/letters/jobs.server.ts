import type { Deps } from '#server/deps.ts'
import { sendDue } from './sending.server.ts'

export function lettersJobs(deps: Deps) {
  return { 'letters.due': (due: { id: string; dueAt: string }) => sendDue(deps, due) }
}

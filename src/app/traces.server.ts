import { messageTraces } from '#features/contact/traces.server.ts'
import { linkTraces } from '#features/downloads/traces.server.ts'
import { syncTraces } from '#features/mailing-provider/traces.server.ts'
import { jobTraces } from '#server/job-traces.ts'
import { letterTraces } from '#server/letter-traces.ts'
import type { TraceHolder } from '#server/traces.ts'
import { letterKinds } from './letters.server.ts'

/** Every room beside the book of people that may hold something of a person. */
export const traceHolders: readonly TraceHolder[] = [
  jobTraces,
  letterTraces(letterKinds),
  messageTraces,
  linkTraces,
  syncTraces,
]

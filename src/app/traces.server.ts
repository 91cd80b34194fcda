import { deliveryTraces, hasDelivered } from '#features/campaigns/traces.server.ts'
import { messageTraces } from '#features/contact/traces.server.ts'
import { linkTraces } from '#features/downloads/traces.server.ts'
import { syncTraces } from '#features/mailing-provider/traces.server.ts'
import type { HasWritten } from '#features/people/import.server.ts'
import { jobTraces } from '#server/job-traces.ts'
import { hasSent, letterTraces } from '#server/letter-traces.ts'
import type { TraceHolder } from '#server/traces.ts'

/** Every room beside the book of people that may hold something of a person. Jobs first: they are found by her letters. */
export const traceHolders: readonly TraceHolder[] = [
  jobTraces,
  letterTraces,
  messageTraces,
  deliveryTraces,
  linkTraces,
  syncTraces,
]

/** Whether a letter has left for one of these since that moment, by whichever hand. */
export const hasWritten: HasWritten = async (db, emails, since) =>
  (await hasSent(db, emails, since)) || (await hasDelivered(db, emails, since))

import { forgetDeletedMessages } from '#features/contact/inbox.server.ts'
import { forgetOldMessages } from '#features/contact/service.server.ts'
import { forgetUnconfirmed } from '#features/newsletter/service.server.ts'
import type { Deps } from '#server/deps.ts'
import { forgetFailedJobs } from '#server/jobs.ts'
import { forgetOldLetters } from '#server/letters.ts'
import { sweepRateLimits } from '#server/rate-limit.ts'

const oneHour = 3_600_000

/** What the privacy policy promises to forget is forgotten here, once an hour. */
export async function keepHouse({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await sweepRateLimits(db, now())
  await forgetUnconfirmed(db, now())
  await forgetOldMessages(db, now())
  await forgetDeletedMessages(db, now())
  await forgetOldLetters(db, now())
  await forgetFailedJobs(db, now())
}

export function startHousekeeping(deps: Deps): () => void {
  const round = () => keepHouse(deps).catch((error) => deps.log.error('housekeeping failed', { error }))
  void round()
  const timer = setInterval(round, oneHour)
  return () => clearInterval(timer)
}

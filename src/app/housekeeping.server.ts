import { forgetViews, forgetVisitors } from '#features/analytics/visitors.server.ts'
import { planWeeklyLetter } from '#features/analytics/weekly.server.ts'
import { forgetDeletedMessages } from '#features/contact/inbox.server.ts'
import { forgetOldMessages } from '#features/contact/service.server.ts'
import { listFilePictures } from '#features/downloads/files.server.ts'
import { forgetLooseFiles } from '#features/downloads/keeping.server.ts'
import { forgetOldLinks } from '#features/downloads/service.server.ts'
import { sendWelcomes } from '#features/letters/welcome.server.ts'
import { forgetOldEntrances } from '#features/owner/service.server.ts'
import { endLostImports } from '#features/people/import.server.ts'
import { forgetUnconfirmed } from '#features/people/service.server.ts'
import { listProfilePictures } from '#features/profile/service.server.ts'
import { forgetRemovedSamples } from '#features/samples/service.server.ts'
import { writingChores } from '#features/writing/housekeeping.server.ts'
import type { Deps } from '#server/deps.ts'
import { forgetFailedJobs } from '#server/jobs.ts'
import { forgetOldLetters } from '#server/letters.ts'
import { sweepRateLimits } from '#server/rate-limit.ts'
import { takeAwayHalfDrawn } from '#server/start-mailing.ts'
import { onLastRoom, StorageFault } from '#server/storage-health.ts'
import { works } from './works.server.ts'

const oneHour = 3_600_000
const oneMinute = 60_000

/** What the privacy policy promises to forget is forgotten here, once an hour; so is what was thrown away. */
export async function keepHouse(deps: Deps, chores = choresOf(deps)): Promise<void> {
  for (const chore of chores) {
    if (deps.isStopping()) return
    try {
      await onLastRoom(chore)
    } catch (error) {
      // Tried again in the next round; meanwhile it keeps none of the others from being done.
      if (!(error instanceof StorageFault)) deps.log.error('housekeeping failed', { error })
    }
  }
}

function choresOf(deps: Deps): (() => Promise<unknown>)[] {
  const { db, now } = deps
  return [
    () => sweepRateLimits(db, now()),
    () => forgetUnconfirmed(db, now()),
    () => endLostImports(db, now()),
    () => forgetOldMessages(db, now()),
    () => forgetDeletedMessages(db, now()),
    () => forgetOldLetters(db, now()),
    () => forgetFailedJobs(db, now()),
    () => forgetOldEntrances(db, now()),
    () => forgetOldLinks(db, now()),
    ...writingChores(deps, works, [listProfilePictures, listFilePictures]),
    () => forgetRemovedSamples(db, now()),
    () => deps.files.sweep(now()),
    () => forgetVisitors(db, now(), deps.site().author.timeZone),
    () => forgetViews(db, now()),
    () => planWeeklyLetter(deps),
    () => forgetLooseFiles(deps),
  ]
}

/** What somebody waits for: done every minute. */
export function promptChoresOf(deps: Deps): (() => Promise<unknown>)[] {
  return [() => takeAwayHalfDrawn(deps.db, deps.now()), () => sendWelcomes(deps)]
}

export function startHousekeeping(deps: Deps): () => void {
  const round = () => void keepHouse(deps)
  const soon = () => void keepHouse(deps, promptChoresOf(deps))
  round()
  soon()
  const timers = [setInterval(round, oneHour), setInterval(soon, oneMinute)]
  return () => timers.forEach(clearInterval)
}

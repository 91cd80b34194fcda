import { forgetViews, forgetVisitors } from '#features/analytics/visitors.server.ts'
import { planWeeklyLetter } from '#features/analytics/weekly.server.ts'
import { forgetDeletedPosts, listKeptPosts } from '#features/blog/service.server.ts'
import { forgetDeletedMessages } from '#features/contact/inbox.server.ts'
import { forgetOldMessages } from '#features/contact/service.server.ts'
import { forgetLooseFiles } from '#features/downloads/keeping.server.ts'
import { forgetOldLinks } from '#features/downloads/service.server.ts'
import { forgetOrphanCopies, isInWorkingCopy } from '#features/drafts/service.server.ts'
import { forgetUnusedPictures } from '#features/images/service.server.ts'
import { forgetUnconfirmed } from '#features/newsletter/jobs.server.ts'
import { forgetOldEntrances } from '#features/owner/service.server.ts'
import { forgetDeletedStories, listKeptStories } from '#features/stories/service.server.ts'
import type { Deps } from '#server/deps.ts'
import { forgetFailedJobs } from '#server/jobs.ts'
import { forgetOldLetters } from '#server/letters.ts'
import { sweepRateLimits } from '#server/rate-limit.ts'

const oneHour = 3_600_000

/** What the privacy policy promises to forget is forgotten here, once an hour; so is what was thrown away. */
export async function keepHouse(deps: Pick<Deps, 'db' | 'files' | 'now'>): Promise<void> {
  const { db, now } = deps
  await sweepRateLimits(db, now())
  await forgetUnconfirmed(db, now())
  await forgetOldMessages(db, now())
  await forgetDeletedMessages(db, now())
  await forgetOldLetters(db, now())
  await forgetFailedJobs(db, now())
  await forgetOldEntrances(db, now())
  await forgetOldLinks(db, now())
  await forgetDeletedPosts(db, now())
  await forgetDeletedStories(db, now())
  await deps.files.sweep(now())
  await forgetVisitors(db, now())
  await forgetViews(db, now())
  await planWeeklyLetter(deps)
  await forgetLeftovers(deps)
}

/** Unsaved words whose post or story is gone, pictures that stand in none, and what is left of uploads. */
async function forgetLeftovers(deps: Pick<Deps, 'db' | 'files' | 'now'>) {
  const { db, now } = deps
  const kept = { post: await listKeptPosts(db), story: await listKeptStories(db) }
  await forgetOrphanCopies(db, now(), ({ kind, itemId }) => kept[kind].some(({ id }) => id === itemId))
  const covers = new Set([...kept.post, ...kept.story].map(({ coverImage }) => coverImage))
  await forgetUnusedPictures(deps, async (url) => covers.has(url) || isInWorkingCopy(db, url))
  await forgetLooseFiles(deps)
}

export function startHousekeeping(deps: Deps): () => void {
  const round = () => keepHouse(deps).catch((error) => deps.log.error('housekeeping failed', { error }))
  void round()
  const timer = setInterval(round, oneHour)
  return () => clearInterval(timer)
}

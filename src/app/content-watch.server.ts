import { renewSettings } from '#features/settings/live.server.ts'
import type { Deps } from '#server/deps.ts'
import { readContentEdition } from '#server/site-facts.ts'
import { hearNews } from '#server/workers.ts'
import { appearing } from './works.server.ts'

/** Half of the second in which another node must have it: reading what is new takes its time as well. */
const pause = 500

/** What is to be seen at this moment, in a word that is another as soon as anything has changed. */
export async function seenNow({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<string> {
  const counts = appearing.map((work) => work.countOut(db, now()))
  return JSON.stringify(await Promise.all([readContentEdition(db), ...counts]))
}

/**
 * Sees what changes without a call to this process: a post whose hour has come, and what was saved through another
 * node, settings included. Whoever calls `look` again and again has pages that are at most that old. `seenBefore`
 * was seen before the site was read: what was saved meanwhile is news.
 */
export function createContentWatch(deps: Deps, seenBefore: string) {
  let known = seenBefore
  return async function look(): Promise<void> {
    const seen = await seenNow(deps)
    if (seen === known) return
    await renewSettings(deps)
    await deps.siteChanged()
    known = seen
  }
}

/** Looks twice a second, and when another worker has news; a database that does not answer is mentioned once, until it does. */
export function startContentWatch(deps: Deps, seenBefore: string): () => void {
  const look = createContentWatch(deps, seenBefore)
  let isLooking = false
  let isFailing = false
  let isAskedAgain = false
  const round = async () => {
    // News may be of what this look has passed already.
    isAskedAgain = isLooking
    if (isLooking) return
    isLooking = true
    await look().then(
      () => {
        isFailing = false
      },
      (error) => {
        if (!isFailing) deps.log.error('cannot see whether content has changed', { error })
        isFailing = true
      },
    )
    isLooking = false
    if (isAskedAgain) void round()
  }
  void round()
  const timer = setInterval(round, pause).unref()
  const hearNoMore = hearNews(round)
  return () => {
    clearInterval(timer)
    hearNoMore()
  }
}

import { renewSettings } from '#features/settings/live.server.ts'
import type { Deps } from '#server/deps.ts'
import { readContentEdition } from '#server/site-facts.ts'
import { hearNews } from '#server/workers.ts'
import { appearing } from './works.server.ts'

/** Half of the second in which another node must have it: reading what is new takes its time as well. */
const pause = 500

/**
 * Sees what changes without a call to this process: a post whose hour has come, and what was saved through another
 * node, settings included. Whoever calls `look` again and again has pages that are at most that old.
 */
export function createContentWatch(deps: Deps) {
  const { db, now, siteChanged } = deps
  let known: string | undefined
  return async function look(): Promise<void> {
    const counts = appearing.map((work) => work.countOut(db, now()))
    const seen = JSON.stringify(await Promise.all([readContentEdition(db), ...counts]))
    if (seen === known) return
    await renewSettings(deps)
    if (known !== undefined) await siteChanged()
    known = seen
  }
}

/** Looks twice a second, and when another worker has news; a database that does not answer is mentioned once, until it does. */
export function startContentWatch(deps: Deps): () => void {
  const look = createContentWatch(deps)
  let isLooking = false
  let isFailing = false
  const round = async () => {
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
  }
  void round()
  hearNews(round)
  const timer = setInterval(round, pause).unref()
  return () => clearInterval(timer)
}

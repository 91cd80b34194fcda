import { forgetUnusedPictures } from '#features/images/service.server.ts'
import type { Deps } from '#server/deps.ts'
import { forgetOrphanCopies, isInWorkingCopy } from './autosave.server.ts'
import type { Work } from './works.server.ts'

/** What is cleared away in the writing room, each by itself: what fails today is done tomorrow. */
export function writingChores(
  deps: Pick<Deps, 'db' | 'files' | 'now'>,
  works: readonly Work[],
): (() => Promise<unknown>)[] {
  const { db, now } = deps
  return [
    ...works.map((work) => () => work.forgetThrownAway(db, now())),
    ...works.map((work) => () => forgetOrphanCopies(db, now(), work)),
    () => forgetPictures(deps, works),
  ]
}

async function forgetPictures(deps: Pick<Deps, 'db' | 'files' | 'now'>, works: readonly Work[]): Promise<void> {
  const { db } = deps
  const covers = new Set((await Promise.all(works.map((work) => work.listCovers(db)))).flat())
  await forgetUnusedPictures(deps, async (url) => covers.has(url) || isInWorkingCopy(db, url))
}

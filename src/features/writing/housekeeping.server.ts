import type { Deps } from '#server/deps.ts'
import { forgetOrphanCopies } from './autosave.server.ts'
import { forgetPictures, type Pictured } from './pictures.server.ts'
import { forgetEndedLinks } from './reading-links.server.ts'
import { thinVersions } from './versions.server.ts'
import type { Work } from './works.server.ts'

/** What is cleared away in the writing room, each by itself: what fails today is done tomorrow. */
export function writingChores(
  deps: Pick<Deps, 'db' | 'files' | 'now'>,
  works: readonly Work[],
  pictured: readonly Pictured[],
): (() => Promise<unknown>)[] {
  const { db, now } = deps
  return [
    ...works.map((work) => () => work.forgetThrownAway(db, now())),
    ...works.map((work) => () => forgetOrphanCopies(db, now(), work)),
    () => thinVersions(db, now()),
    () => forgetEndedLinks(db, now()),
    () => forgetPictures(deps, [...works.map((work) => work.listPictured), ...pictured]),
  ]
}

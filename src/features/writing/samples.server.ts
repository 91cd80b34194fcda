import type { Deps } from '#server/deps.ts'
import { claimFact, markContentChanged } from '#server/site-facts.ts'
import { parse } from '#server/validate.ts'
import type { Work } from './works.server.ts'

/** Works of one kind that a new house begins with. */
export type Furnishing = { work: Work; samples: readonly object[] }

/** Furnishes an empty house at its first start, once: what the owner has cleared away does not come back.
 * Answers whether it did. */
export async function furnish(deps: Deps, furnishings: readonly Furnishing[]): Promise<boolean> {
  if (!deps.env.hasSamples) return false
  return deps.db.transaction().execute(async (tx) => {
    for (const { work } of furnishings) if ((await work.count(tx)) > 0) return false
    // Two nodes may start at the same instant: one of them has the fact first.
    if (!(await claimFact(tx, 'samples', deps.now().toISOString()))) return false
    for (const { work, samples } of furnishings) {
      for (const sample of samples) {
        await work.addSample(tx, deps, parse(work.input, { ...sample, isPublished: true }))
      }
    }
    return true
  })
}

/** To the bin, where they can be taken out again. Answers which went. */
export async function removeSamples(deps: Deps, work: Work, ids: readonly string[]): Promise<string[]> {
  const at = deps.now()
  const removed = await deps.db.transaction().execute(async (tx) => {
    const gone = await work.throwSamplesAway(tx, ids, at)
    await markContentChanged(tx, at)
    return gone
  })
  await work.announce(deps)
  return removed
}

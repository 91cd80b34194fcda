import { postInput } from '#features/blog/contract.ts'
import { addPost, countPosts, deleteSamplePosts } from '#features/blog/service.server.ts'
import { sampleRemoval } from '#features/samples/contract.ts'
import { samplePosts } from '#features/samples/posts-text.ts'
import { sampleStories } from '#features/samples/stories-text.ts'
import { storyInput } from '#features/stories/contract.ts'
import { addStory, countStories, deleteSampleStories } from '#features/stories/service.server.ts'
import type { WorkKind } from '#features/writing/contract.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { claimFact, markContentChanged } from '#server/site-facts.ts'
import { jsonBody, parse } from '#server/validate.ts'
import { kindOf } from './bin.server.ts'

/** Furnishes an empty house at its first start, once: what the owner has cleared away does not come back. */
export async function plantSamples(deps: Deps): Promise<void> {
  if (!deps.env.hasSamples) return
  await deps.db.transaction().execute(async (tx) => {
    if ((await countPosts(tx)) + (await countStories(tx)) > 0) return
    // Two nodes may start at the same instant: one of them has the fact first.
    if (!(await claimFact(tx, 'samples', deps.now().toISOString()))) return
    for (const story of sampleStories) {
      await addStory(tx, deps, parse(storyInput, { ...story, isPublished: true }), { isSample: true })
    }
    for (const post of samplePosts) {
      await addPost(tx, deps, parse(postInput, { ...post, isPublished: true }), { isSample: true })
    }
  })
}

const deleteSamples = { post: deleteSamplePosts, story: deleteSampleStories }

/** Samples go to the bin, where they can be taken out again: those of one kind, and of these the ones that are named. */
export function sampleRoutes(deps: Deps): Route[] {
  return [
    {
      method: 'POST',
      path: '/api/owner/samples/:kind/remove',
      access: 'owner',
      handle: async (c) => {
        const { ids } = await jsonBody(c, sampleRemoval)
        return c.json({ removed: await removeSamples(deps, kindOf(c), ids) })
      },
    },
  ]
}

async function removeSamples(deps: Deps, kind: WorkKind, ids: readonly string[]): Promise<string[]> {
  const at = deps.now()
  const removed = await deps.db.transaction().execute(async (tx) => {
    const gone = await deleteSamples[kind](tx, ids, at)
    await markContentChanged(tx, at)
    return gone
  })
  deps.contentChanged()
  return removed
}

import { postInput } from '#features/blog/contract.ts'
import { addPost, countPosts, deleteSamplePosts } from '#features/blog/service.server.ts'
import { samplePosts } from '#features/samples/posts-text.ts'
import { sampleStories } from '#features/samples/stories-text.ts'
import { storyInput } from '#features/stories/contract.ts'
import { addStory, countStories, deleteSampleStories } from '#features/stories/service.server.ts'
import type { Deps } from '#server/deps.ts'
import type { Route } from '#server/route-table.ts'
import { claimFact, markContentChanged } from '#server/site-facts.ts'
import { parse } from '#server/validate.ts'

/** Furnishes an empty house at its first start, once: what the owner has cleared away does not come back. */
export async function plantSamples(deps: Deps): Promise<void> {
  if (!deps.env.hasSamples) return
  await deps.db.transaction().execute(async (tx) => {
    const [posts, stories] = [await countPosts(tx), await countStories(tx)]
    if (posts.all + stories.all > 0) return
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

/** How many samples are still there, and all of them gone at one click. */
export function sampleRoutes(deps: Deps): Route[] {
  const path = '/api/owner/samples'
  return [
    { method: 'GET', path, access: 'owner', handle: async (c) => c.json({ count: await countSamples(deps) }) },
    {
      method: 'DELETE',
      path,
      access: 'owner',
      handle: async (c) => {
        await clearSamples(deps)
        return c.json({ count: await countSamples(deps) })
      },
    },
  ]
}

async function countSamples({ db }: Deps): Promise<number> {
  const [posts, stories] = await Promise.all([countPosts(db), countStories(db)])
  return posts.samples + stories.samples
}

async function clearSamples({ db, now, contentChanged }: Deps): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await deleteSamplePosts(tx)
    await deleteSampleStories(tx)
    await markContentChanged(tx, now())
  })
  contentChanged()
}

import { posts } from '#features/blog/service.server.ts'
import { samplePosts } from '#features/samples/posts-text.ts'
import { sampleStories } from '#features/samples/stories-text.ts'
import { stories } from '#features/stories/service.server.ts'
import { furnish } from '#features/writing/samples.server.ts'
import type { Work } from '#features/writing/works.server.ts'
import type { Deps } from '#server/deps.ts'

/** Everything that is written at the desk, for what treats all of it alike. */
export const works: readonly Work[] = [posts, stories]

/** What an empty house begins with. */
export function plantSamples(deps: Deps): Promise<void> {
  return furnish(deps, [
    { work: stories, samples: sampleStories },
    { work: posts, samples: samplePosts },
  ])
}

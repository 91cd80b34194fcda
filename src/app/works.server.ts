import { posts } from '#features/blog/service.server.ts'
import { stories } from '#features/stories/service.server.ts'
import type { Work } from '#features/writing/works.server.ts'

/** Everything that is written at the desk, for what treats all of it alike. */
export const works: readonly Work[] = [posts, stories]

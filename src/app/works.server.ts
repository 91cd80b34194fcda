import { posts } from '#features/blog/service.server.ts'
import { books } from '#features/books/service.server.ts'
import { stories } from '#features/stories/service.server.ts'
import type { Work } from '#features/writing/works.server.ts'

/** What is read here: it may appear by itself when its day comes, and be shown to somebody before. */
export const readings: readonly Work[] = [posts, stories]

/** Everything that is written at the desk, for what treats all of it alike. */
export const works: readonly Work[] = [...readings, books]

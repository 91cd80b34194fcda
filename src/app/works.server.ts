import { posts } from '#features/blog/service.server.ts'
import { books } from '#features/books/service.server.ts'
import { letters } from '#features/letters/service.server.ts'
import { stories } from '#features/stories/service.server.ts'
import type { Work } from '#features/writing/works.server.ts'

/** What is read here, and may be shown to somebody before it is out. */
export const readings: readonly Work[] = [posts, stories]

/** What may appear by itself: when its day comes, or when it has been sent. */
export const appearing: readonly Work[] = [...readings, letters]

/** Everything that is written at the desk, for what treats all of it alike. */
export const works: readonly Work[] = [...readings, books, letters]

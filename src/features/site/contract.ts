import type { Post } from '#features/blog/contract.ts'
import type { CardStory } from '#features/stories/contract.ts'

/** What the home page shows of the stories and the blog: a few cards, and not every word of every one. */
export type Latest = {
  stories: CardStory[]
  posts: Pick<Post, 'slug' | 'title' | 'excerpt' | 'publishedDate' | 'readingMinutes'>[]
}

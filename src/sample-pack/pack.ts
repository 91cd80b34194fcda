import type { SamplePack } from '#features/samples/contract.ts'
import { books } from './books.ts'
import { samplePosts } from './posts.ts'
import { profile } from './profile.ts'
import { sampleStories } from './stories.ts'
import { wordings } from './wordings.ts'
import { words } from './words.ts'

/**
 * What an empty house begins with: an author who does not exist, and everything of hers. Nothing outside this folder
 * knows a name or a title of it; without the folder a new site begins empty.
 */
export const pack: SamplePack = { profile, books, posts: samplePosts, stories: sampleStories, wordings, words }

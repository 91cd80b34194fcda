import type { SampleBooks } from '#features/books/contract.ts'
import type { Profile } from '#features/profile/contract.ts'

/** What a house may begin with. Posts and stories as their inputs take them. */
export type SamplePack = {
  profile: Profile
  books: SampleBooks
  posts: readonly object[]
  stories: readonly object[]
  /** what its pages and letters say, by set and field */
  words: Readonly<Record<string, Record<string, string>>>
  /** what consents were given in before there were rows for it */
  wordings: readonly { id: string; text: string }[]
}

/** What of the sample is still there, and what can be brought back. */
export type SamplesState = {
  /** only what there is some of */
  left: { name: string; count: number; one: string; many: string }[]
  removed: { at: string; until: string } | null
}

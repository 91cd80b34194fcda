import type { PostInPlace } from '#features/blog/contract.ts'
import type { StoryInFull } from '#features/stories/contract.ts'

/** A work before it is out, as its readers will get it, and until when whoever has the link may read it. */
export type Preview = { expiresAt: string } & (
  | { kind: 'post'; post: PostInPlace }
  | { kind: 'story'; story: StoryInFull }
)

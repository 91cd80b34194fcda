import type { Plan } from '#features/writing/publishing.ts'
import type { OwnerPost } from './contract.ts'

/** A post is published at a moment, which may be to come. */
export function planOf(moment: string | null, isPublished: boolean, now: Date): Plan {
  if (!isPublished) return 'draft'
  return moment !== null && new Date(moment) > now ? 'later' : 'now'
}

/** Which post stands first on the blog, and what the tick at `Featured` changes about that. */
export function featuredNote(
  posts: readonly Pick<OwnerPost, 'id' | 'title' | 'isFeatured' | 'state'>[],
  { id, isFeatured, plan }: { id: string | null; isFeatured: boolean; plan: Plan },
): string {
  const first = posts.find((post) => post.isFeatured && post.state === 'published')
  const other = first && first.id !== id ? `“${first.title}”` : null
  if (!isFeatured) {
    if (other) return `One post stands first and large on the blog. Now that is ${other}.`
    return first ? 'It gives up the first place on the blog when you save.' : 'Puts it first on the blog, and large.'
  }
  if (plan !== 'now')
    return `Stands first and large on the blog once readers see it.${other ? ` Until then ${other} does.` : ''}`
  return other
    ? `Takes the first place on the blog from ${other} when you save.`
    : 'Stands first and large on the blog.'
}

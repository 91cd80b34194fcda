import { queryOptions } from '@tanstack/react-query'
import type { OwnerPost, Post, PostInPlace } from './contract.ts'

/** A page that lists posts needs their cards, not every word of them. */
const withoutWords = { forPage: (posts: unknown) => (posts as Post[]).map((post) => ({ ...post, content: '' })) }

export const postsQuery = queryOptions<Post[]>({ queryKey: ['/api/blog'], meta: withoutWords })

/** A page shows the words as they were read; how they were typed is the desk's business. */
const withoutSource = { forPage: (post: unknown) => ({ ...(post as PostInPlace), content: '' }) }

export function postQuery(slug: string) {
  // Encoded: a slug out of an address must not climb to another call.
  return queryOptions<PostInPlace>({ queryKey: ['/api/blog', encodeURIComponent(slug)], meta: withoutSource })
}

export const ownerPostsQuery = queryOptions<OwnerPost[]>({ queryKey: ['/api/owner/blog'], meta: withoutWords })

export function ownerPostQuery(id: string) {
  return queryOptions<OwnerPost>({ queryKey: ['/api/owner/blog', id] })
}

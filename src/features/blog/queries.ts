import { queryOptions } from '@tanstack/react-query'
import type { OwnerPost, Post, PostInPlace } from './contract.ts'

/** A page that lists posts needs their cards, not every word of them. */
const withoutWords = { forPage: (posts: unknown) => (posts as Post[]).map((post) => ({ ...post, content: '' })) }

export const postsQuery = queryOptions<Post[]>({ queryKey: ['/api/blog'], meta: withoutWords })

export function postQuery(slug: string) {
  // Encoded: a slug out of an address must not climb to another call.
  return queryOptions<PostInPlace>({ queryKey: ['/api/blog', encodeURIComponent(slug)] })
}

export const ownerPostsQuery = queryOptions<OwnerPost[]>({ queryKey: ['/api/owner/blog'], meta: withoutWords })

export function ownerPostQuery(id: string) {
  return queryOptions<OwnerPost>({ queryKey: ['/api/owner/blog', id] })
}

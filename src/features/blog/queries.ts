import { queryOptions } from '@tanstack/react-query'
import { withoutSource, withoutWords } from '#features/writing/for-page.ts'
import type { Post, PostInPlace } from './contract.ts'

export const postsQuery = queryOptions<Post[]>({ queryKey: ['/api/blog'], meta: withoutWords })

export function postQuery(slug: string) {
  // Encoded: a slug out of an address must not climb to another call.
  return queryOptions<PostInPlace>({ queryKey: ['/api/blog', encodeURIComponent(slug)], meta: withoutSource })
}

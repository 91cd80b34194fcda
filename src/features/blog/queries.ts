import { queryOptions } from '@tanstack/react-query'
import type { Post } from './contract.ts'

export const postsQuery = queryOptions<Post[]>({ queryKey: ['/api/blog'] })

export function postQuery(slug: string) {
  // Encoded: a slug out of an address must not climb to another call.
  return queryOptions<Post>({ queryKey: ['/api/blog', encodeURIComponent(slug)] })
}

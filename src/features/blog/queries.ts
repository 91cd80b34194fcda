import { queryOptions } from '@tanstack/react-query'
import type { Post } from './contract.ts'

export const postsQuery = queryOptions<Post[]>({ queryKey: ['/api/blog'] })

export function postQuery(slug: string) {
  return queryOptions<Post>({ queryKey: ['/api/blog', slug] })
}

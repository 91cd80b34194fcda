import { queryOptions } from '@tanstack/react-query'
import { withoutWords } from '#features/writing/for-page.ts'
import type { OwnerPost } from './contract.ts'

export const ownerPostsQuery = queryOptions<OwnerPost[]>({ queryKey: ['/api/owner/blog'], meta: withoutWords })

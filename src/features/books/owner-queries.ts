import { queryOptions } from '@tanstack/react-query'
import type { ListedBook, OwnerBook, OwnerShelf, Roles } from './contract.ts'

// Not beside those of readers, whose every page would load them.
export const ownerBooksQuery = queryOptions<ListedBook[]>({ queryKey: ['/api/owner/books'] })

export function ownerBookQuery(id: string) {
  return queryOptions<OwnerBook>({ queryKey: ['/api/owner/books', encodeURIComponent(id)] })
}

export const ownerShelvesQuery = queryOptions<{ shelves: OwnerShelf[]; roles: Roles }>({
  queryKey: ['/api/owner/shelves'],
})

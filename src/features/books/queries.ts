import { queryOptions } from '@tanstack/react-query'
import type { Book, BookInFull, Shelf } from './contract.ts'

export const booksQuery = queryOptions<Book[]>({ queryKey: ['/api/books'] })
export const shelvesQuery = queryOptions<Shelf[]>({ queryKey: ['/api/shelves'] })

export function bookQuery(slug: string) {
  // Encoded: a slug out of an address must not climb to another call.
  return queryOptions<BookInFull>({ queryKey: ['/api/books', encodeURIComponent(slug)] })
}

/** The book whose advance copy can be asked for, if it is this one. */
export function arcBookQuery(slug: string) {
  return queryOptions<BookInFull>({ queryKey: ['/api/arc', encodeURIComponent(slug)] })
}

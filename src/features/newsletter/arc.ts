import type { Book } from '#features/books/contract.ts'
import { isOutOn } from '#features/books/publication.ts'

/** What has to be known of a book whose advance copies can be asked for. */
export type ArcBook = Pick<Book, 'id' | 'slug' | 'title' | 'publicationDate' | 'shops'>

export type ArcState = 'before' | 'after'

/** Until its day an advance copy is of that book; from then on, of the next one. `day` begins with year-month-day. */
export function arcStateOn(book: ArcBook, day: string): ArcState {
  return isOutOn(book, day.slice(0, 10)) ? 'after' : 'before'
}

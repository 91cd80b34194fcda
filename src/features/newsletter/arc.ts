import { books } from '#features/books/content.ts'

/** The book whose advance copies the ARC page is about. */
export const arcBook = books.find(({ slug }) => slug === 'voss-trials')

export type ArcState = 'before' | 'after'

/** Until its day an advance copy is of that book; from then on, of the next one. `day` begins with year-month-day. */
export function arcStateOn(day: string): ArcState {
  return arcBook && day < arcBook.publicationDate ? 'before' : 'after'
}

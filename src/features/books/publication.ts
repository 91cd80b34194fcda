import { formatDate } from '#lib/dates.ts'
import type { Book } from './contract.ts'

type Dated = Pick<Book, 'publicationDate' | 'shops'>

/** Whether a book can be had on this day, YYYY-MM-DD or longer. Without a date, whether a shop has it says so. */
export function isOutOn({ publicationDate, shops }: Dated, day: string): boolean {
  return publicationDate ? publicationDate <= day : shops.length > 0
}

/** When it comes, for a book that is not out; when it came, for one that is; nothing where nobody knows. */
export function dateWords(book: Dated, today: string): string {
  if (!book.publicationDate) return isOutOn(book, today) ? '' : 'Coming soon'
  const day = formatDate(book.publicationDate)
  return isOutOn(book, today) ? `Published ${day}` : `Publishes ${day}`
}

const wordsPerPage = 250

/** How thick the book is, or would be in the hand. */
export function pagesOf({ pageCount, wordCount }: Pick<Book, 'pageCount' | 'wordCount'>): number | null {
  return pageCount ?? (wordCount ? Math.ceil(wordCount / wordsPerPage) : null)
}

import type { Book, Shelf } from './contract.ts'

/**
 * The book to go on with for somebody who has just read something of this genre: the one whose own says most of the same
 * words; of several the one a series begins with, and else the first on the shelves.
 */
export function bookAfter(genre: string, books: readonly Book[], shelves: readonly Shelf[]): Book | null {
  const wanted = wordsOf(genre)
  const starts = new Set(shelves.map(({ start }) => start))
  const rank = (book: Book) => {
    const shared = wordsOf(book.genre ?? '').filter((word) => wanted.includes(word)).length
    return shared * 2 + (starts.has(book.slug) ? 1 : 0)
  }
  const isLater = ({ series, slug }: Book) => series !== null && !starts.has(slug) && isInRow(slug, shelves)
  const [first] = books.filter((book) => !isLater(book)).sort((one, other) => rank(other) - rank(one))
  return first ?? null
}

/** Nobody begins in the middle. */
function isInRow(slug: string, shelves: readonly Shelf[]): boolean {
  return shelves.some(({ books, start }) => start !== null && books.includes(slug))
}

function wordsOf(genre: string): string[] {
  return genre.toLowerCase().match(/\p{L}+/gu) ?? []
}

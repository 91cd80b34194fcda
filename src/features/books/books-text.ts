import { paths } from '#lib/paths.ts'
import type { Book, Shelf } from './contract.ts'

export const booksText = {
  heading: 'Books',
  empty: 'Book catalog coming soon. Check back for updates!',
  failed: { heading: 'The shelves did not open', line: 'The books are still there. The way to them was not.' },
  missing: {
    heading: 'Book Not Found',
    action: { label: 'Browse Books', href: paths.books },
  },
  all: 'All books',
  about: 'About the book',
  where: 'Where to buy it',
} as const

const numbers = 'No One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen Fifteen'.split(' ')

/** 'Three books': in words as far as they are read as words. */
function countOf(count: number, one: string, many: string): string {
  return `${numbers[count] ?? count.toLocaleString('en-CA')} ${count === 1 ? one : many}`
}

/** 'Thirteen books: two series, and three that stand alone.' */
export function introOf(books: readonly Pick<Book, 'series'>[], shelves: readonly Pick<Shelf, 'series'>[]): string {
  const series = shelves.filter((shelf) => shelf.series !== null).length
  const alone = books.filter((book) => book.series === null).length
  const all = countOf(books.length, 'book', 'books')
  const parts = [
    ...(series > 0 ? [`${lower(numbers[series] ?? String(series))} series`] : []),
    ...(alone > 0 ? [lower(countOf(alone, 'that stands alone', 'that stand alone'))] : []),
  ]
  const isMixed = parts.length === 2
  return `${all}${isMixed ? `: ${parts.join(', and ')}` : ''}.`
}

/** 'All 13 books by …: the series by name, and the standalone novels, in reading order.' */
export function describeBooks(author: string, books: readonly Book[], shelves: readonly Shelf[]): string {
  if (books.length === 0) return `Books by ${author}. ${booksText.empty}`
  const names = shelves.map(({ series }) => series ?? 'those that stand alone')
  const first =
    books.length === 1 ? `The book by ${author}` : `All ${books.length} books by ${author}, in reading order`
  return `${first}: ${names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (books[0]?.title ?? '')}.`
}

function lower(words: string): string {
  return words.charAt(0).toLowerCase() + words.slice(1)
}

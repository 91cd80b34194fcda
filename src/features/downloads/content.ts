import type { FreeBook } from './contract.ts'

/** What letters speak of until she has chosen one of her books. */
export const someBook: FreeBook = { title: 'the free book', file: 'free-book.epub', isChosen: false }

/** One heap of links. */
export const mostReaders = 10_000

export const largestBook = 100 * 1024 * 1024

/** How the name a book has on the author's computer travels with it, percent-encoded. */
export const nameHeader = 'x-file-name'

export const longestTitle = 200

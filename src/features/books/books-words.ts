import { paths } from '#lib/paths.ts'
import { line, type WordSet } from '#lib/word-set.ts'

export const booksWords = {
  name: 'books',
  kind: 'page',
  title: 'Books',
  path: paths.books,
  fields: {
    intro: line('Under the heading, after how many books there are', '', { isOptional: true }),
    nothingYet: line('Heading while there are none', 'Nothing on the shelf yet'),
    begins: line('On a book’s own page: heading of its opening pages', 'It begins'),
    praise: line('On a book’s own page: heading of the praise', 'What others say'),
    missing: line('Where a book is not there', 'There is no book at this address, or not any more.'),
  },
} as const satisfies WordSet

import { line, prose, type WordSet } from '#lib/word-set.ts'

export const bookLetterWords = {
  name: 'letter-free-book',
  kind: 'letter',
  title: 'Here is the free book',
  path: null,
  fields: {
    subject: line('Subject', 'Your copy of {freebook}'),
    heading: line('Heading', 'Here is your book.'),
    before: prose(
      'Above the button',
      'I promised you a book, and here it is: {freebook}, whole and free. It opens on any reader, phone or computer; the page where it waits says how.',
    ),
    button: line('The button', 'Get your book'),
    after: prose(
      'Below the button',
      'The link is yours alone and closes after 24 hours. If you come late, the same page sends you another.\n\nPlease don’t pass the file on. If somebody should read it, send them to the site.',
    ),
  },
} as const satisfies WordSet

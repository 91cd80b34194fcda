import type { FreeBook } from './contract.ts'

/** What letters speak of until she has chosen one of her books. */
export const someBook: FreeBook = { title: 'the free book', file: 'free-book.epub', isChosen: false }

/** One campaign, or one heap of links. */
export const mostReaders = 10_000

export const largestBook = 100 * 1024 * 1024

/** How the name a book has on the author's computer travels with it, percent-encoded. */
export const nameHeader = 'x-file-name'

/** The words that bring the book, in the letters the site sends and in those the author sends herself. */
export function bookWords(title: string) {
  return {
    subject: `Your copy of ${title}`,
    heading: 'This one is yours.',
    offer: `I promised you a book, and here it is: ${title}, whole and free. It opens on any reader, phone or computer; the page where it waits says how.`,
    /** where the link is the file itself, and no page says anything */
    offerByHand: `I promised you a book, and here it is: ${title}, whole and free. It is an EPUB, which opens on any reader, phone or computer.`,
    button: 'Get your book',
    late: 'The link is yours alone and closes after 24 hours. If you come late, the same page sends you another. I keep spares.',
    request: 'Please don’t pass the file on. If somebody should read it, send them to the site.',
  }
}

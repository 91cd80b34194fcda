import { paths } from '#lib/paths.ts'
import { consent, line, prose, rows, type WordSet } from '#lib/word-set.ts'

const optional = { isOptional: true }

export const arcWords = {
  name: 'arc',
  kind: 'page',
  title: 'Advance copy',
  path: paths.arc,
  fields: {
    tagline: line('Under the book’s title', '', optional),
    before: line('Under its day, before it is out', 'Advance copies go out before that.'),
    after: line('Under its day, once it is out', 'The book is out; the list is for the next one.'),
    formBefore: line('Heading of the form, before it is out', 'Ask for the advance copy'),
    formAfter: line('Heading of the form, once it is out', 'Join the advance list'),
    thanksBefore: line('Said to a reader who has asked, before it is out', 'Thank you for reading early.'),
    thanksAfter: line(
      'Said to a reader who has asked, once it is out',
      'The book is out, so your copy will be of the next one.',
    ),
    review: line(
      'Under the form: about reviews',
      'A review is optional. If you write one, make it honest, good or bad; it will not change what you are sent next.',
    ),
    disclosure: line(
      'Under the form: about saying that the copy was free',
      'If you post a review, please say that the copy was free. One sentence does it: “I received a free advance copy of this book.”',
    ),
    file: line('Under the form: about the file', 'The file is for you. Please don’t share, post or sell it.'),
    missingHeading: line('Heading while no advance copy is offered', 'No advance copy today'),
    missing: line('Under that heading', 'There is no book to be had ahead of its day at the moment.'),
    benefits: rows(
      'What advance readers get, one a line: the thing, a colon, a sentence',
      `The whole book: All of it, as an EPUB that opens on most phones, tablets and e-readers.
Nothing owed: A review is welcome and never required. If you write one, say what you thought.
A word before it is final: You may catch what an editor has missed, and there is still time to put it right.`,
    ),
    consentBefore: consent(
      'What a reader agrees to before the book is out',
      '{sender} asks for your address to send you one advance reader copy, with the few letters needed to deliver it. You can withdraw at any time, with the link in any of them{orByWriting}.',
    ),
    consentAfter: consent(
      'What a reader agrees to once it is out',
      '{sender} asks for your address to send you one advance reader copy of the next book after {book}, with the few letters needed to deliver it. You can withdraw at any time, with the link in any of them{orByWriting}.',
    ),
  },
} as const satisfies WordSet

export const arcLetterWords = {
  name: 'letter-arc',
  kind: 'letter',
  title: 'Somebody asked for the advance copy',
  path: null,
  fields: {
    subjectBefore: line('Subject, before the book is out', 'Your request for {book}'),
    subjectAfter: line('Subject, once it is out', 'You are on the advance list'),
    heading: line('Heading', 'Thank you.'),
    buttonBefore: line('The button, before the book is out', 'About the book'),
    buttonAfter: line('The button, once it is out', 'About {book}'),
    before: prose(
      'The letter, before the book is out',
      'Your request for the advance copy of {book} is in. The file comes in a letter like this one, before {day}.',
    ),
    after: prose(
      'The letter, once it is out',
      '{book} is out, so there is no advance copy of it left to send. Your name is on the list for the book after it. When there is a file, it comes in a letter like this one.',
    ),
    review: prose(
      'About reviews',
      'A review is welcome and never owed. If you write one, make it honest, and say that the copy was free.',
    ),
  },
} as const satisfies WordSet

/** Why readers see no page of the advance copy. */
export const noArcPage = {
  notOffered:
    'No advance copy is offered at the moment, so readers see no such page. Choose a book for it under Books.',
  off: 'The page is turned off under My Site.',
}

import { type Author, factsOf } from '#lib/author.ts'

/** `before` and `after` turn on the publication date of the book that is offered. */
export const arcText = {
  tagline: 'The verdict was unanimous. It wasn’t final.',
  publication: {
    before: {
      dateLine: (day: string) => (day ? `Publishes ${day}` : 'Not out yet'),
      note: 'Advance copies go out before that. Twelve chairs; there is room for one more.',
    },
    after: {
      dateLine: (day: string) => (day ? `Published ${day}` : 'Out now'),
      note: 'The book is out; the list is for the next one.',
    },
  },
  form: {
    before: { heading: 'Ask for the advance copy', button: 'Get My ARC Copy' },
    after: { heading: 'Join the advance list', button: 'Join the ARC List' },
  },
  pending: 'Signing Up...',
  missing: {
    heading: 'No advance copy today',
    line: 'There is no book to be had ahead of its day at the moment.',
    action: 'Browse Books',
  },
  successNote: {
    before: 'The jury thanks you.',
    after: 'The book is out, so your copy will be of the next one. The jury thanks you.',
  },
} as const

/** What the form answers; the product fixes these words. */
export const arcWords = {
  emailRequired: 'Please enter your email address to receive your ARC copy.',
  joined: (title: string) => ({
    title: 'Success!',
    description: `You're signed up for your ${title} ARC copy. Details coming soon!`,
  }),
  failed: 'There was an error signing you up. Please try again.',
}

export const arcBenefits = [
  {
    heading: 'The whole novel',
    text: 'All of it, as an EPUB that opens on most phones, tablets and e-readers.',
  },
  {
    heading: 'Nothing owed',
    text: 'A review is welcome and never required. If you write one, say what you thought; a bad one costs you nothing here.',
  },
  {
    heading: 'A word before it is final',
    text: 'You may catch what an editor and a dog have missed, and there is still time to put it right. Whoever does is thanked by name.',
  },
] as const satisfies readonly { heading: string; text: string }[]

export const aboutTheBook = { heading: 'About the book', opening: 'It begins' } as const

const withdraw = 'You can withdraw at any time, with the link in any of them or by writing to either address.'

/** What the ARC form says about itself. It asks for one book; the newsletter is a separate, unticked box. */
export const arcLegal = {
  consent: {
    before: (author: Author) =>
      `${factsOf(author).sender} asks for your address to send you one advance reader copy, with the few letters needed to deliver it. ${withdraw}`,
    after: (author: Author, title: string) =>
      `${factsOf(author).sender} asks for your address to send you one advance reader copy of the next book after ${title}, with the few letters needed to deliver it. ${withdraw}`,
  },
  oneBook: {
    before: 'This form is for one book. It does not put you on the newsletter.',
    after: 'This form is for one book, the next one. It does not put you on the newsletter.',
  },
  newsletterBox: 'Also send me the monthly letter. I can leave at any time.',
  review:
    'A review is optional. If you write one, make it honest, good or bad; it will not change what you are sent next.',
  disclosure:
    'If you post a review, please say that the copy was free. One sentence does it: “I received a free advance copy of this book.”',
  file: 'The file is for you. Please don’t share, post or sell it.',
  privacy: 'Your name and address are used for this and nothing else. The rest is in the',
} as const

/** `before` and `after` turn on the publication date of the book that is offered. */
export const arcText = {
  publication: {
    before: {
      dateLine: (day: string) => (day ? `Publishes ${day}` : 'Not out yet'),
    },
    after: {
      dateLine: (day: string) => (day ? `Published ${day}` : 'Out now'),
    },
  },
  form: {
    before: { button: 'Get My ARC Copy' },
    after: { button: 'Join the ARC List' },
  },
  pending: 'Signing Up...',
} as const

/** What the form answers; the product fixes these words. */
export const arcAnswers = {
  emailRequired: 'Please enter your email address to receive your ARC copy.',
  joined: (title: string) => ({
    title: 'Success!',
    description: `You're signed up for your ${title} ARC copy. Details coming soon!`,
  }),
  failed: 'There was an error signing you up. Please try again.',
}

export const aboutTheBook = { heading: 'About the book', opening: 'It begins' } as const

/** What the ARC form says about itself. It asks for one book; the newsletter is a separate, unticked box. */
export const arcLegal = {
  oneBook: {
    before: 'This form is for one book. It does not put you on the newsletter.',
    after: 'This form is for one book, the next one. It does not put you on the newsletter.',
  },
  newsletterBox: 'Also send me the monthly letter. I can leave at any time.',
  privacy: 'Your name and address are used for this and nothing else. The rest is in the',
} as const

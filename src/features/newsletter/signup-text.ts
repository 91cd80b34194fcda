import { author } from '#lib/author.ts'

export const signupText = {
  heading: 'One letter a month',
  offer:
    'News of the next book, early, and something to read on the way there. I write once a month. You’ll know it’s me.',
  whatYouGet: {
    heading: 'What comes through the slot',
    items: [
      'Word of the next book before anyone else has it.',
      'A free story, in the months when there is one.',
      'First call when advance copies go out.',
      'Something from the notebook that was too odd for a novel.',
    ],
  },
  frequency: 'Once a month. The other days are quiet.',
  privacyLine: 'Your address is used for the letter and for nothing else. It is never sold, lent or left lying about.',
  privacyLink: 'Privacy Policy',
  confirmNote: 'Check your inbox and confirm; the door only opens from the inside.',
} as const

/** The floating prompt and its dialog. It never opens by itself. */
export const promptText = {
  pill: 'Get the next one early',
  heading: 'Get the next one early',
  line: 'I write once a month. You’ll know it’s me.',
} as const

/** What a person agrees to on joining. The version is kept in each consent record: new words, new id. */
export const signupConsent = {
  version: 'signup-2025-07-26',
  text: `By joining you ask ${author.name} (${author.postalAddress}; ${author.email}) to email you about once a month with news of books, free stories and advance copies. You can withdraw your consent at any time, with the link in every letter or by writing to either address.`,
} as const

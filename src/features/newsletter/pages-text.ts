/** The newsletter's own pages. What several forms share is in signup-text.ts, which every page carries. */
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
  again: 'Sign Up Another Email',
} as const

/** The two pages a letter leads to. Only their button does anything: mail programs open links by themselves. */
export const confirmText = {
  heading: 'One turn of the key.',
  text: 'Somebody asked for the monthly letter to come to your address. If that was you, say so here.',
  button: 'Confirm my address',
  done: { heading: 'The door is open.', text: 'Your address is confirmed. The letter comes about once a month.' },
  before: {
    heading: 'The door is open already.',
    text: 'Your address is confirmed; there is nothing more to do. The letter comes about once a month.',
  },
} as const

export const unsubscribeText = {
  heading: 'Leave the list?',
  text: 'One press, and no more letters come. Nobody will ask why.',
  button: 'Yes, let me out',
  stay: 'Stay',
  done: { heading: 'Done. The door is shut behind you.', text: 'Your address is off the list.' },
  before: { heading: 'The door is shut already.', text: 'Your address is off the list. No more letters come.' },
} as const

export const letterLinkText = {
  failed: {
    heading: 'The key does not turn.',
    write: 'Write to me instead',
  },
  home: 'Back to Home',
  stories: 'Read a story meanwhile',
} as const

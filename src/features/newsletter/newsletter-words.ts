import { paths } from '#lib/paths.ts'
import { consent, line, prose, standIn, type WordSet } from '#lib/word-set.ts'

/** What stands around every page. */
export const everywhereWords = {
  name: 'everywhere',
  kind: 'page',
  title: 'On every page',
  path: paths.home,
  fields: {
    footerLine: line('Under your name, at the foot of every page', '', { isOptional: true }),
    signupHeading: line('Heading of the newsletter at the foot', 'The newsletter'),
    signupLine: line('Beside it', 'News of the next book, early.'),
    promptHeading: line('The little newsletter button, and the heading of what it opens', 'Hear of the next book'),
    promptLine: line('Under that heading', 'I write about once a month, and you can leave at any time.'),
    confirm: line(
      'Said after joining, while the address waits to be confirmed',
      'Check your inbox and confirm your address with the letter that is there.',
    ),
    consent: consent(
      'What a reader agrees to on joining',
      'By joining you ask {sender} to email you about once a month with news of books, free stories and advance copies. You can withdraw your consent at any time, with the link in every letter{orByWriting}.',
    ),
  },
} as const satisfies WordSet

export const signupWords = {
  name: 'signup',
  kind: 'page',
  title: 'Newsletter',
  path: paths.signup,
  fields: {
    heading: line('Heading', 'The newsletter'),
    offer: line('Under the heading', 'News of the next book, early, and something to read on the way there.'),
    getHeading: line('Heading of what a reader gets', 'What you get'),
    get: prose(
      'What a reader gets, as a list',
      '- Word of the next book before anyone else has it.\n- A free story, when there is one.\n- First call when advance copies go out.',
    ),
    frequency: line('How often you write', 'About once a month.'),
    privacy: line(
      'About the reader’s address',
      'Your address is used for the letter and for nothing else. It is never sold or lent.',
    ),
  },
} as const satisfies WordSet

export const confirmWords = {
  name: 'confirm',
  kind: 'page',
  title: 'Confirm an address',
  path: `/confirm/${standIn}`,
  fields: {
    heading: line('Heading', 'One more step'),
    text: line(
      'Above the button',
      'Somebody asked for the newsletter to come to your address. If that was you, say so here.',
    ),
    doneHeading: line('Heading once it is confirmed', 'You’re on the list.'),
    done: line('Under that heading', 'Your address is confirmed. The letter comes about once a month.'),
    beforeHeading: line('Heading when it was confirmed before', 'You are on the list already.'),
    before: line(
      'Under that heading',
      'Your address is confirmed; there is nothing more to do. The letter comes about once a month.',
    ),
  },
} as const satisfies WordSet

export const leaveWords = {
  name: 'leave',
  kind: 'page',
  title: 'Leave the list',
  path: `/unsubscribe/${standIn}`,
  fields: {
    text: line('Above the button', 'One press, and no more letters come. Nobody will ask why.'),
    doneHeading: line('Heading once she has left', 'Done. You are off the list.'),
    done: line('Under that heading', 'No more letters come to your address.'),
    beforeHeading: line('Heading when she had left before', 'You have left already.'),
    before: line('Under that heading', 'Your address is off the list. No more letters come.'),
  },
} as const satisfies WordSet

export const confirmLetterWords = {
  name: 'letter-confirm',
  kind: 'letter',
  title: 'Please confirm your address',
  path: null,
  fields: {
    subject: line('Subject', 'Please confirm your address'),
    heading: line('Heading', 'One more step'),
    body: prose(
      'Above the button',
      'Somebody, most likely you, asked to join the mailing list of {name} with this address.',
    ),
    button: line('The button', 'Confirm my address'),
    after: prose('Below the button', 'If it was not you, do nothing. Without the button nothing more will come.'),
  },
} as const satisfies WordSet

export const welcomeLetterWords = {
  name: 'letter-welcome',
  kind: 'letter',
  title: 'Welcome to the list',
  path: null,
  fields: {
    subject: line('Subject', 'You’re in'),
    heading: line('Heading', 'You’re in.'),
    body: prose('The letter', 'I write about once a month.\n\nWhat there is to read until then is on the site.'),
    button: line('The button to the stories', 'Short Stories'),
  },
} as const satisfies WordSet

import { paths } from '#lib/paths.ts'

export const storiesText = {
  heading: 'Short Stories',
  all: 'All',
  join: { label: 'Join the list', href: paths.signup },
  failed: { title: 'The stories did not open', line: 'They are still there. The way to them was not.' },
} as const

export const readerText = {
  loading: 'Loading the story',
  failed: {
    title: 'The story did not open',
    noNetwork: 'No connection. The story is safe where it is. Try again when the network is back.',
    noWords: 'The site could not bring it just now. The story is safe where it is. Try again in a moment.',
  },
  tryAgain: 'Try again',
  trying: 'Trying again',
  continue: 'Continue',
  startOver: 'Start over',
  original: 'Read it where it first appeared',
  next: 'Next story',
  bookLabel: 'A longer one',
  join: 'Join the list',
} as const

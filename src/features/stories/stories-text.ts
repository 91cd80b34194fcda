import { paths } from '#lib/paths.ts'
import type { Genre } from './genres.ts'

export const storiesText = {
  heading: 'Short Stories',
  sub: 'Free. Ten minutes each, at most. Lock up first.',
  all: 'All',
  empty: {
    title: 'The shelf is dark',
    line: 'No stories are out tonight; they tend to come home late.',
    action: { label: 'Browse Books', href: paths.books },
    heading: 'Five kinds of trouble',
  },
  failed: { title: 'The stories did not open', line: 'They are still there. The way to them was not.' },
  missing: {
    title: 'That story is not on the shelf',
    line: 'It was put back in another place, or never written down. These are the ones that are here.',
  },
} as const

/** What each genre does to people. */
export const genreLines: Record<Genre, string> = {
  'Supernatural Suspense': 'Something is in the house, and it was there before you were.',
  'Supernatural Drama': 'The dead come back, mostly to finish the argument.',
  'Mystery Thriller': 'Somebody did it, somebody saw it, and they share a kitchen wall.',
  'Psychological Suspense': 'Nothing is wrong, and everyone keeps telling you so.',
  'Spiritual Fiction': 'A prayer is answered, though not by the one it was meant for.',
}

export const readerText = {
  loading: 'Loading the story',
  failed: {
    title: 'The story did not open',
    noNetwork: 'No connection. The story is safe where it is. Try again when the network is back.',
    noWords: 'The site could not bring it just now. The story is safe where it is. Try again in a moment.',
  },
  tryAgain: 'Try again',
  trying: 'Trying again',
  resume: 'You left off in the hallway. Continue?',
  continue: 'Continue',
  startOver: 'Start over',
  original: 'Read it where it first appeared',
  next: 'Next story',
  bookLabel: 'A longer one',
  letterLabel: 'One letter a month',
  letter: 'I write once a month. You’ll know it’s me.',
  join: 'Join the list',
} as const

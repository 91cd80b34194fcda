import { paths } from '#lib/paths.ts'
import type { Genre } from './genres.ts'

export const storiesText = {
  heading: 'Short Stories',
  all: 'All',
  browse: { label: 'Browse Books', href: paths.books },
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

/** The book to go on with, by what she has just read. Its title and its place are the catalogue's: a test compares. */
export const bookAfter: Record<Genre, { slug: string; title: string; line: string }> = {
  'Supernatural Suspense': { slug: 'true-veil', title: 'True Veil', line: 'There is a figure in the stage curtain.' },
  'Supernatural Drama': {
    slug: 'echo-of-the-veil',
    title: 'Echo of the Veil',
    line: 'Five people in town hum a tune nobody taught them.',
  },
  'Mystery Thriller': { slug: 'nexus-of-lies', title: 'Nexus of Lies', line: 'Six witnesses, six lies.' },
  'Psychological Suspense': {
    slug: 'patient-92',
    title: 'Patient 92',
    line: 'Ninety-one beds, and ninety-two charts.',
  },
  'Spiritual Fiction': {
    slug: 'the-veil-lives',
    title: 'The Veil Lives',
    line: 'A mourning veil has begun to mend itself.',
  },
}

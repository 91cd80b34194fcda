import { paths } from '#lib/paths.ts'
import type { Genre } from './genres.ts'

export const storiesText = {
  heading: 'Short Stories',
  sub: 'Free. Ten minutes each. Lock up first.',
  empty: {
    line: 'No stories are out tonight; they tend to come home late.',
    action: { label: 'Browse Books', href: paths.books },
  },
} as const

export const troubles = {
  heading: 'Five kinds of trouble',
  rows: [
    { genre: 'Supernatural Suspense', line: 'Something is in the house, and it was there before you were.' },
    { genre: 'Supernatural Drama', line: 'The dead come back, mostly to finish the argument.' },
    { genre: 'Mystery Thriller', line: 'Somebody did it, somebody saw it, and they share a kitchen wall.' },
    { genre: 'Psychological Suspense', line: 'Nothing is wrong, and everyone keeps telling you so.' },
    { genre: 'Spiritual Fiction', line: 'A prayer is answered, though not by the one it was meant for.' },
  ] satisfies readonly { genre: Genre; line: string }[],
} as const

import { paths } from '#lib/paths.ts'
import { line, rows, type WordSet } from '#lib/word-set.ts'

const optional = { isOptional: true }

export const storiesWords = {
  name: 'stories',
  kind: 'page',
  title: 'Short Stories',
  path: paths.shortStories,
  fields: {
    sub: line('Under the heading', 'Free to read, and complete.'),
    description: line('What search engines show', 'Free short stories by {name}, complete and ready to read.'),
    emptyHeading: line('Heading while there are none', 'No stories yet'),
    empty: line('Under that heading', 'The first one is being written.'),
    genresHeading: line('Heading of the genres, while there are no stories', 'What they will be'),
    genres: rows('A sentence for each genre, one a line: the genre, a colon, the sentence', '', optional),
    missingHeading: line('Heading where a story is not there', 'That story is not here'),
    missing: line('Under that heading', 'It may have moved, or been taken down. These are the ones that are here.'),
    endLetterHeading: line('Heading of the newsletter after a story', 'The newsletter'),
    endLetter: line('The newsletter, after a story', 'I write about once a month, and you can leave at any time.'),
    resume: line(
      'Asked of a reader who comes back to a story she has begun',
      'You have read a part of this. Continue?',
    ),
  },
} as const satisfies WordSet

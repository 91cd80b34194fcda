import { line, type WordSet } from '#lib/word-set.ts'

export const notFoundWords = {
  name: 'not-found',
  kind: 'page',
  title: 'Page not found',
  path: '/no-such-page',
  fields: {
    text: line('What a lost reader is told', 'There is no page at this address. The others are where they were.'),
    stories: line('The button to the stories', 'Short Stories'),
  },
} as const satisfies WordSet

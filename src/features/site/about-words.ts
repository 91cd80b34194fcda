import { paths } from '#lib/paths.ts'
import { line, prose, rows, type WordSet } from '#lib/word-set.ts'

const optional = { isOptional: true }

export const aboutWords = {
  name: 'about',
  kind: 'page',
  title: 'About Author',
  path: paths.about,
  fields: {
    heading: line('Heading', 'About the Author'),
    bio: prose('Who you are (left empty, your short bio stands here)', '', optional),
    portraitCaption: line('Under your photograph', '', optional),
    philosophyHeading: line('Heading of “Your characters”', 'The people in the books'),
    philosophy: prose('Your characters: how you think of them', '', optional),
    themesHeading: line('Heading of “Genres and themes”', 'Genres and themes'),
    themes: rows('Genres and themes, one a line: the theme, a colon, a sentence', '', optional),
    approachHeading: line('Heading of “How you write”', 'How the books are written'),
    approach: prose('How you write', '', optional),
    deskCaption: line('Under the picture of your desk', '', optional),
    elsewhereHeading: line('Heading above your links', 'Elsewhere'),
    challenge: line(
      'Leads to the House Hippo Challenge',
      'One thing on this site is about telling the truth. It involves a very small hippopotamus.',
    ),
  },
} as const satisfies WordSet

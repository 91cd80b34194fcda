import { paths } from '#lib/paths.ts'
import { line, prose, type WordSet } from '#lib/word-set.ts'

const optional = { isOptional: true }

export const pressWords = {
  name: 'press',
  kind: 'page',
  title: 'Press kit',
  path: paths.press,
  fields: {
    heading: line('Heading', 'Press Kit'),
    intro: line('Under the heading', 'For interviews, reviews and programmes. Use it as it stands.', optional),
    biosHeading: line('Heading of the biographies', 'About {name}'),
    bio: prose('A biography of about 100 words (left empty, the beginning of the one on About Author)', '', optional),
    factsHeading: line('Heading of the facts', 'Facts'),
    photographHeading: line('Heading above your photograph', 'Photograph'),
    coversHeading: line('Heading above the covers', 'Covers'),
    notes: prose('Anything else for the press: rights, prizes, an agent', '', optional),
    contactHeading: line('Heading above how to reach you', 'Contact'),
    contact: line('How to reach you', 'Questions, review copies and interviews: please write.'),
  },
} as const satisfies WordSet

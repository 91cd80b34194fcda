import { paths } from '#lib/paths.ts'
import { line, prose, type WordSet } from '#lib/word-set.ts'

const optional = { isOptional: true }

export const contactWords = {
  name: 'contact',
  kind: 'page',
  title: 'Contact',
  path: paths.contact,
  fields: {
    heading: line('Heading', 'Write to {name}'),
    intro: prose('Above the form', 'This comes straight to me. I read everything, and I am glad of it.'),
    replyHeading: line('Heading of “When you answer”', 'When you’ll hear back'),
    reply: line('When you answer', 'Usually within a week.', optional),
    pressHeading: line('Heading of “Press and rights”', 'Press and rights'),
    press: line(
      'Press and rights',
      'Interviews, review copies, translation and film: say so in the first line.',
      optional,
    ),
    last: line('A last line beside the form', '', optional),
    sent: line('What a reader is told when her message is on its way', 'It has arrived. Thank you for writing.'),
  },
} as const satisfies WordSet

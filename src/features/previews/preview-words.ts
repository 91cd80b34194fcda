import { line, standIn, type WordSet } from '#lib/word-set.ts'

export const previewWords = {
  name: 'draft',
  kind: 'page',
  title: 'Draft, shown by a private link',
  path: `/preview/${standIn}`,
  fields: {
    before: line('Above the draft, before the day the link closes', 'A draft, shown to you by its author until'),
    after: line('After that day', 'Please do not pass the link on.'),
    closedHeading: line('Heading once the link is closed', 'This link is closed'),
    closed: line(
      'Under that heading',
      'Its time is over, its author has closed it, or it has been cut short on the way. Please ask for another.',
    ),
  },
} as const satisfies WordSet

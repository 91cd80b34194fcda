import { paths } from '#lib/paths.ts'

export const blogText = {
  heading: 'Blog',
  sub: 'Notes from the desk. Some of them are about books.',
  comingSoon: {
    heading: 'Coming Soon',
    line: 'I’m writing. You can hear it through the wall.',
    action: { label: 'Read something free while you wait', href: paths.readerMagnets },
  },
  promo: {
    heading: 'You’ve come this far',
    text: 'The books are longer, and the doors in them are heavier. There is also something to read for free.',
    booksLabel: 'Browse Books',
    freeLabel: 'Read something free',
  },
} as const

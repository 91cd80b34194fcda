import { paths } from '#lib/paths.ts'

export const blogText = {
  heading: 'Blog',
  sub: 'Notes from the desk. Some of them are about books.',
  readMore: 'Read More',
  featured: 'Featured',
  /** stands beside what came with the house, until its owner has written something of her own */
  minutes: (count: number) => `${count} min read`,
  failed: { heading: 'The blog did not open', line: 'Unable to load blog posts at this time.' },
  comingSoon: {
    heading: 'Coming Soon',
    line: 'I’m writing. You can hear it through the wall.',
    action: { label: 'Read something free while you wait', href: paths.readerMagnets },
  },
  missing: {
    heading: 'Post Not Found',
    line: "The blog post you're looking for doesn't exist or has been removed.",
    action: 'Back to Blog',
  },
  promo: {
    heading: 'You’ve come this far',
    text: 'The books are longer, and the doors in them are heavier. There is also something to read for free.',
    booksLabel: 'Browse Books',
    freeLabel: 'Read something free',
  },
  previous: 'Previous',
  next: 'Next',
  all: 'All posts',
} as const

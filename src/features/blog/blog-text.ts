import { paths } from '#lib/paths.ts'

export const blogText = {
  heading: 'Blog',
  readMore: 'Read More',
  featured: 'Featured',
  minutes: (count: number) => `${count} min read`,
  failed: { heading: 'The blog did not open', line: 'Unable to load blog posts at this time.' },
  comingSoon: {
    heading: 'Coming Soon',
    action: { label: 'What is free meanwhile', href: paths.readerMagnets },
  },
  missing: {
    heading: 'Post Not Found',
    line: "The blog post you're looking for doesn't exist or has been removed.",
    action: 'Back to Blog',
  },
  promo: {
    booksLabel: 'Browse Books',
    freeLabel: 'What is free here',
  },
  previous: 'Previous',
  next: 'Next',
  all: 'All posts',
} as const

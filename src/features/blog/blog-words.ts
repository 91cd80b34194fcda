import { paths } from '#lib/paths.ts'
import { line, type WordSet } from '#lib/word-set.ts'

export const blogWords = {
  name: 'blog',
  kind: 'page',
  title: 'Blog',
  path: paths.blog,
  fields: {
    sub: line('Under the heading', 'Notes from the desk.'),
    empty: line('While there is nothing, under “Coming Soon”', 'The first post is being written.'),
    promoHeading: line('Heading of the box after a post', 'Read on'),
    promo: line('In that box', 'Books, and what there is for free.'),
  },
} as const satisfies WordSet

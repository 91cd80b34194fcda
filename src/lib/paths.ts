import { keyAddresses } from './key-addresses.ts'

/** Every internal link of the site. `tests/paths.test.ts` holds each against the route table. */
export const paths = {
  home: '/',
  readerMagnets: '/#reader-magnets',
  books: '/books',
  shortStories: '/short-stories',
  arc: '/voss-trials',
  about: '/about',
  blog: '/blog',
  contact: '/contact',
  press: '/press',
  signup: '/signup',
  terms: '/terms-of-service',
  privacy: '/privacy-policy',
  challenge: '/house-hippo-challenge',
  confirm: (token: string) => `/confirm/${token}` as const,
  unsubscribe: (token: string) => `/unsubscribe/${token}` as const,
  gift: (token: string) => `/get/${token}` as const,
  preview: (token: string) => `/preview/${token}` as const,
  post: (slug: string) => `/blog/${slug}` as const,
  story: (slug: string) => `/short-stories/${slug}` as const,
  book: (slug: string) => `/books/${slug}` as const,
  letters: '/letters',
  letter: (slug: string) => `/letters/${slug}` as const,
  arcOf: (slug: string) => `/arc/${slug}` as const,
} as const

/** Where the advance copy of a book is asked for: one has the address docs/spec.md fixes. */
export function arcPath(slug: string): string {
  return `/${slug}` === paths.arc ? paths.arc : paths.arcOf(slug)
}

/** What is not a page, and still has an address others keep. */
export const filePaths = {
  rss: '/feed.xml',
  jsonFeed: '/feed.json',
  manifest: '/site.webmanifest',
  icon: (mark: string, ending: string) => `/icons/${mark}.${ending}`,
} as const

/** The page somebody was on, without what would open it to others. */
export function withoutKey(page: string): string {
  const [, room] = page.match(keyAddresses) ?? []
  return room ? `/${room}` : page
}

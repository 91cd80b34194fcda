import { paths } from './paths.ts'

/** The pages she can name, order, and mostly turn off. The legal pages, and those a letter leads to, are not hers to turn off. */
export const pageAddresses = {
  home: paths.home,
  books: paths.books,
  stories: paths.shortStories,
  arc: paths.arc,
  about: paths.about,
  blog: paths.blog,
  contact: paths.contact,
  press: paths.press,
  challenge: paths.challenge,
  signup: paths.signup,
} as const

export type PageKey = keyof typeof pageAddresses

export const pageKeys = Object.keys(pageAddresses) as PageKey[]

/** In the menu; there, but named in no menu; or not there at all. */
export const pagePlaces = ['menu', 'quiet', 'off'] as const
export type PagePlace = (typeof pagePlaces)[number]

/** `label` is what the menu calls it; {book} and its like are filled in. */
export type PageEntry = { key: PageKey; label: string; place: PagePlace }

/** Without a first page there is no site, and without a place to sign up nobody could agree to letters. */
export const standingPages: readonly PageKey[] = ['home', 'signup']

/** As it is until she changes it. The challenge is for those who want one. */
export const usualPages: PageEntry[] = [
  { key: 'home', label: 'Home', place: 'menu' },
  { key: 'books', label: 'Books', place: 'menu' },
  { key: 'stories', label: 'Short Stories', place: 'menu' },
  { key: 'arc', label: '{book} - ARC', place: 'menu' },
  { key: 'about', label: 'About Author', place: 'menu' },
  { key: 'blog', label: 'Blog', place: 'menu' },
  { key: 'contact', label: 'Contact', place: 'menu' },
  { key: 'press', label: 'Press', place: 'quiet' },
  { key: 'challenge', label: 'House Hippo Challenge', place: 'off' },
  { key: 'signup', label: 'Sign Up', place: 'quiet' },
]

/** What the first page shows below its front. */
export type HomeSection = 'newest' | 'shelves' | 'free' | 'posts' | 'support'
export const homeSections: HomeSection[] = ['newest', 'shelves', 'free', 'posts', 'support']

/** The page an address belongs to, if it is one of hers to turn off. */
export function pageAt(path: string): PageKey | null {
  const isAt = (start: string) => path === start || path.startsWith(`${start}/`)
  const found = pageKeys.find((key) => key !== 'home' && isAt(pageAddresses[key]))
  return found ?? (isAt('/arc') ? 'arc' : null)
}

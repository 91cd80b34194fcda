import type { Author } from '#lib/author.ts'
import { paths } from '#lib/paths.ts'

/** The main navigation: labels and order are fixed. */
export const mainLinks = [
  { href: paths.home, label: 'Home' },
  { href: paths.books, label: 'Books' },
  { href: paths.shortStories, label: 'Short Stories' },
  { href: paths.arc, label: 'Voss Trials - ARC' },
  { href: paths.about, label: 'About Author' },
  { href: paths.blog, label: 'Blog' },
  { href: paths.contact, label: 'Contact' },
] as const

/** Labels are fixed; a place she does not have is not named. */
export function supportLinksOf({ support }: Author) {
  return [
    { href: support.crowdfunding, label: 'Support My Work' },
    { href: support.coffee, label: 'Buy Me a Coffee' },
  ].filter(({ href }) => href !== '')
}

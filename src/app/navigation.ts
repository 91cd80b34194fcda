import type { Author } from '#lib/author.ts'
import { paths } from '#lib/paths.ts'
import type { Site } from '#ui/site.ts'

/** The main navigation: labels and order are fixed; an advance copy that is not offered is not named. */
export function mainLinksOf({ arc }: Site): { href: string; label: string }[] {
  return [
    { href: paths.home, label: 'Home' },
    { href: paths.books, label: 'Books' },
    { href: paths.shortStories, label: 'Short Stories' },
    ...(arc ? [{ href: arc.href, label: `${arc.title} - ARC` }] : []),
    { href: paths.about, label: 'About Author' },
    { href: paths.blog, label: 'Blog' },
    { href: paths.contact, label: 'Contact' },
  ]
}

/** Labels are fixed; a place she does not have is not named. */
export function supportLinksOf({ support }: Author) {
  return [
    { href: support.crowdfunding, label: 'Support My Work' },
    { href: support.coffee, label: 'Buy Me a Coffee' },
  ].filter(({ href }) => href !== '')
}

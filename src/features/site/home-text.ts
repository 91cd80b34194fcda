import type { WordsOf } from '#features/words/contract.ts'
import { paths } from '#lib/paths.ts'
import { leadsSomewhere, type Site } from '#ui/site.ts'
import type { homeWords } from './home-words.ts'

/** Before or from the publication date of the newest book. */
export type PublicationState = 'before' | 'after'

export type Offer = { heading: string; text: string; linkLabel: string; href: string }

export const hero = {
  browseBooks: 'Browse Books',
  getArc: 'Get Free ARC',
} as const

/** For search engines: what there is, and by whom. */
export function descriptionOf(site: Site): string {
  const { author, arc } = site
  const there = [
    ...(leadsSomewhere(site, paths.books) ? ['books'] : []),
    ...(leadsSomewhere(site, paths.shortStories) ? ['free short stories'] : []),
    ...(arc ? ['advance copies'] : []),
  ]
  const all = new Intl.ListFormat('en-GB').format(there)
  const by = `by ${author.name}.`
  return `${author.tagline} ${all ? `${all.charAt(0).toUpperCase()}${all.slice(1)} ${by}` : `The site ${by}`}`
}

export const newestFile = {
  before: {
    dateLine: (day: string) => (day ? `Out on ${day}` : 'Coming soon'),
  },
  after: {
    dateLine: (day: string) => (day ? `Published ${day}` : ''),
  },
  /** from its first page, where there is room for it */
  quoted: (title: string) => `${title}, the first page`,
} as const

export const shelfText = { all: (count: number) => `All ${count} books` } as const

export const readerMagnets = { id: 'reader-magnets', allStories: 'All short stories' } as const

type Words = WordsOf<typeof homeWords>

/** What there is beside the stories: an advance copy if one is offered, and the letter. */
export function offersOf(site: Site, words: Words): Offer[] {
  const { arc } = site
  const ofArc = arc?.isOut
    ? { heading: words.arcAfterHeading, text: words.arcAfter, linkLabel: 'Join the advance list' }
    : { heading: words.arcBeforeHeading, text: words.arcBefore, linkLabel: 'Get the advance copy' }
  return [
    ...(arc ? [{ ...ofArc, href: arc.href }] : []),
    { heading: words.letterHeading, text: words.letter, linkLabel: 'Join the list', href: paths.signup },
  ].filter(({ href }) => leadsSomewhere(site, href))
}

export const latestPosts = { linkLabel: 'All posts' } as const

export const supportYourAuthor = { heading: 'Support Your Author', linkLabel: 'Buy Me a Coffee' } as const

import { paths } from '#lib/paths.ts'
import type { Site } from '#ui/site.ts'

/** Before or from the publication date of the newest book. */
export type PublicationState = 'before' | 'after'

export type Offer = { heading: string; text: string; linkLabel: string; href: string }

export const hero = {
  browseBooks: 'Browse Books',
  getArc: 'Get Free ARC',
  challengeLink: 'Can you make people believe in a hippo? Take the challenge',
} as const

export const newestFile = {
  before: {
    eyebrow: 'The newest file',
    dateLine: (day: string) => (day ? `Opens ${day}` : 'Coming soon'),
    linkLabel: 'Read it before the verdict',
  },
  after: {
    eyebrow: 'Out now',
    dateLine: (day: string) => (day ? `Published ${day}` : ''),
    linkLabel: 'Read how it begins',
  },
  /** from its first page, where there is room for it */
  quoted: (title: string) => `${title}, the first page`,
} as const

export const shelfText = { all: (count: number) => `All ${count} books` } as const

const storiesOffer: Offer = {
  heading: 'A story, tonight',
  text: 'Complete stories, ten minutes each at most, and nobody asks for your address. Sit with your back to something solid.',
  linkLabel: 'Read a free story',
  href: paths.shortStories,
}

const arcOffer: Record<PublicationState, (title: string) => Omit<Offer, 'href'>> = {
  before: (title) => ({
    heading: `${title}, early`,
    text: 'Ask for the advance reader copy and read the whole novel before it is on sale. A review is welcome and never owed.',
    linkLabel: 'Get the advance copy',
  }),
  after: (title) => ({
    heading: 'The advance list',
    text: `${title} is out; the list stays open for the one after it. Advance readers get the whole novel before it is on sale, and never owe a review.`,
    linkLabel: 'Join the advance list',
  }),
}

const newsletterOffer: Offer = {
  heading: 'A letter a month',
  text: 'News of the next book, a free story when there is one, and something odd from the notebook. I write once a month, and you can leave whenever you like.',
  linkLabel: 'Join the list',
  href: paths.signup,
}

export const readerMagnets = {
  id: 'reader-magnets',
  heading: 'Read something for free. Lock up first.',
  allStories: 'All short stories',
} as const

/** The first stands for the stories, and stays away where there are some to show; an advance copy is there if one is offered. */
export function offersOf({ arc }: Pick<Site, 'arc'>, state: PublicationState, hasStories: boolean): Offer[] {
  return [
    ...(hasStories ? [] : [storiesOffer]),
    ...(arc ? [{ ...arcOffer[state](arc.title), href: arc.href }] : []),
    newsletterOffer,
  ]
}

export const latestPosts = {
  heading: 'From the desk',
  linkLabel: 'All posts',
} as const

export const supportYourAuthor = {
  heading: 'Support Your Author',
  text: 'These books are written by one person, at night, and readers pay for the lamp. If one of them kept you up, a coffee helps the next one along; if money is tight, telling a friend does the same work.',
  linkLabel: 'Buy Me a Coffee',
} as const

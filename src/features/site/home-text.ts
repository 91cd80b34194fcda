import { clinicBingeSeries, type Shelf, standaloneShelf, veilSongChronicles } from '#features/books/content.ts'
import { paths } from '#lib/paths.ts'

/** Before or from the publication date of Voss Trials, November 1, 2025. */
export type PublicationState = 'before' | 'after'

export type NewestFile = {
  eyebrow: string
  title: string
  lines: readonly string[]
  dateLine: string
  linkLabel: string
  /** from its first page, where there is room for it */
  quote: { lead: string; line: string; source: string }
}

export type Offer = { heading: string; text: string; linkLabel: string; href: string }

export const hero = {
  browseBooks: 'Browse Books',
  getArc: 'Get Free ARC',
  challengeLink: 'Can you make people believe in a hippo? Take the challenge',
} as const

const newestFileLines = [
  'A jury of twelve sent Isobel Voss home.',
  'Fourteen months later each of them is summoned again, to her house.',
  'Juror nine has a cut on her thumb, and cannot think where she got it.',
] as const

const quote = {
  lead: 'I turned the paper over. On the back somebody had written, in pencil, quite small:',
  line: 'We’ll want to see your hands.',
  source: 'Voss Trials, the first page',
} as const

/** Both states link to /voss-trials. */
export const newestFile: Record<PublicationState, NewestFile> = {
  before: {
    eyebrow: 'The newest file',
    title: 'Voss Trials',
    lines: newestFileLines,
    dateLine: 'Opens November 1, 2025',
    linkLabel: 'Read it before the verdict',
    quote,
  },
  after: {
    eyebrow: 'Out now',
    title: 'Voss Trials',
    lines: newestFileLines,
    dateLine: 'Published November 1, 2025',
    linkLabel: 'Read how it begins',
    quote,
  },
}

/** The home page's shelves in their order; pitches are the books page's own. */
export const homeShelves: readonly Shelf[] = [clinicBingeSeries, veilSongChronicles, standaloneShelf]

const storiesOffer: Offer = {
  heading: 'A story, tonight',
  text: 'Complete stories, ten minutes each at most, and nobody asks for your address. Sit with your back to something solid.',
  linkLabel: 'Read a free story',
  href: paths.shortStories,
}

const arcOffer: Record<PublicationState, Offer> = {
  before: {
    heading: 'Voss Trials, early',
    text: 'Ask for the advance reader copy and read the whole novel before it is on sale. A review is welcome and never owed.',
    linkLabel: 'Get the advance copy',
    href: paths.arc,
  },
  after: {
    heading: 'The advance list',
    text: 'Voss Trials is out; the list stays open for the one after it. Advance readers get the whole novel before it is on sale, and never owe a review.',
    linkLabel: 'Join the advance list',
    href: paths.arc,
  },
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
  /** the first of them stands for the stories, and stays away where there are some to show */
  offers: {
    before: [storiesOffer, arcOffer.before, newsletterOffer],
    after: [storiesOffer, arcOffer.after, newsletterOffer],
  } satisfies Record<PublicationState, readonly Offer[]>,
} as const

export const latestPosts = {
  heading: 'From the desk',
  linkLabel: 'All posts',
} as const

export const supportYourAuthor = {
  heading: 'Support Your Author',
  text: 'These books are written by one person, at night, and readers pay for the lamp. If one of them kept you up, a coffee helps the next one along; if money is tight, telling a friend does the same work.',
  linkLabel: 'Buy Me a Coffee',
} as const

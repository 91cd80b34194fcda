import { z } from 'zod/mini'
import type { Campaign } from '#features/campaigns/contract.ts'
import { type Format, optionalFormat, type WithBody } from '#features/writing/contract.ts'
import { longestContent, nullableDay, optionalProse, optionalSlug, optionalText, shortText } from '#lib/fields.ts'

export const audienceLists = ['newsletter', 'readers', 'arc'] as const

const tags = z._default(z.array(z.string('Tags must be words').check(z.maxLength(60)), 'Tags must be a list'), [])
const name = z._default(z.nullable(z.string().check(z.maxLength(200))), null)

export const unreadableAudience = 'Whom it is for cannot be read. Choose it again.'

/**
 * Whom a letter is for: one list, and of it those who fit all that is said. It starts as the whole newsletter. What is
 * said in words nobody knows is refused: left out, it would make it wider.
 */
export const audienceInForm = z.strictObject(
  {
    list: z._default(z.enum(audienceLists, `Audience must be one of: ${audienceLists.join(', ')}`), 'newsletter'),
    /** of those who asked for an advance copy: which; '' is whichever */
    about: z._default(z.string().check(z.maxLength(120)), ''),
    tags,
    withoutTags: tags,
    source: name,
    /** calendar days in her own time zone: from the beginning of the one until before the other */
    joinedFrom: nullableDay('Joined since'),
    joinedBefore: nullableDay('Joined before'),
    /** a file by its name */
    fetched: name,
    notFetched: name,
    /** an earlier letter by its id */
    got: name,
    notGot: name,
  },
  unreadableAudience,
)

export type Audience = z.infer<typeof audienceInForm>

export const mostTags = 20
export const tooManyTags = `At most ${mostTags} tags`

const fewTags = (field: 'tags' | 'withoutTags') =>
  z.refine<Audience>((audience) => audience[field].length <= mostTags, { path: [field], error: tooManyTags })

export const audienceInput = audienceInForm.check(fewTags('tags'), fewTags('withoutTags'))

export const wholeNewsletter: Audience = audienceInput.parse({})

const largestVersion = 2 ** 31 - 1
const version = z.int('Version must be a number').check(z.gte(1), z.lte(largestVersion))

/** What comes in. A letter may be kept before it is finished: only sending asks for a subject and words. */
export const letterInput = z.object({
  subject: optionalText('Subject', 200),
  previewLine: optionalText('Preview line', 200),
  content: optionalProse('Content', longestContent),
  format: optionalFormat,
  audience: z._default(audienceInput, wholeNewsletter),
  /** whether it stands on the site once it was sent */
  isOnWeb: z._default(z.boolean('On the web must be yes or no'), false),
  slug: optionalSlug,
  version: z.optional(version),
})

export type LetterInput = z.infer<typeof letterInput>

/** One to herself: as it is typed, or left out, as it is saved. */
export const trialInput = z.object({ letter: z.optional(letterInput) })

/** A letter on the site, for everybody: greeted as somebody without a name, and without what was for one reader alone. */
export type WebLetter = {
  id: string
  title: string
  slug: string
  previewLine: string
  content: string
  format: Format
  sentAt: string
}

/** Of a book, a story or a post that a letter shows: what its card says. */
export type CardWords = { title: string; line: string; picture: string }

/** in the place of that block of the body */
export type PlacedCard = CardWords & { at: number; label: string; href: string }

export type WebLetterInPlace = WebLetter & WithBody & { cards: PlacedCard[] }

/** draft: nothing is to happen with it. Under way: held, leaving or paused. By itself: to whoever joins. */
export type LetterState = 'draft' | 'scheduled' | 'under way' | 'sent' | 'by itself'

/** So many days after somebody joined, by this form or, with null, by any. */
export type Welcome = { days: number; source: string | null }

export const mostWelcomes = 5

export const mostWelcomeDays = 365
export const welcomeDays = `Days must be a number from 0 to ${mostWelcomeDays}`

export const welcomeInput = z.object({
  /** the save she has looked at */
  version: z.optional(version),
  days: z.int(welcomeDays).check(z.gte(0, welcomeDays), z.lte(mostWelcomeDays, welcomeDays)),
  source: name,
})

export type WelcomeInput = z.infer<typeof welcomeInput>

export type FollowedLink = { href: string; clicks: number }

/** A letter as its author sees it in the list. */
export type LetterLine = {
  id: string
  subject: string
  slug: string
  state: LetterState
  isOnWeb: boolean
  updatedAt: string
  dueAt: string | null
  sentAt: string | null
  /** why it did not go at its time */
  trouble: string | null
  /** how it goes by itself, if it does */
  welcome: Welcome | null
  mailing: Campaign | null
  /** how many have got it, by whichever mailing */
  wentTo: number
  /** how often one of its links was followed, in all */
  followed: number
  /** readers who have fetched the file it brought */
  downloads: number
  /** how often it led to a shop: by a link straight to one, or by one on the page it led to */
  shopClicks: number
  /** who left by the way out in it */
  departures: number
}

/** The same, opened. */
export type OwnerLetter = LetterLine & {
  previewLine: string
  content: string
  format: Format
  audience: Audience
  version: number
  links: FollowedLink[]
  /** a picture in it is not here any more */
  isPictureGone: boolean
}

/** Whom it would go to now, the newest by name. */
export type AudienceCount = { count: number; names: string[] }

/** What can be asked for in an audience. */
export type AudienceChoices = {
  tags: { tag: string; count: number }[]
  sources: { source: string; words: string }[]
  asked: { about: string; words: string; count: number }[]
  files: { name: string; title: string }[]
  letters: { id: string; subject: string }[]
}

/** Something that is not as it should be before it goes. */
export type Check = {
  words: string
  /** until it is mended; otherwise she is asked */
  isStop: boolean
  /** it is only said, and keeps nothing back */
  isNote: boolean
  /** it costs her more than this one letter */
  isAskedTwice: boolean
  /** where it is mended, if not in the letter */
  room: 'files' | 'settings' | 'site' | null
}

export type LetterView = {
  subject: string
  previewLine: string
  text: string
  bytes: number
  /** false: no mail server is connected, and letters are kept in the outbox */
  isConnected: boolean
  checks: Check[]
}

export const longestHold = 60

const noMoment = 'That is not a moment'

export const sendInput = z.object({
  /** the save she has looked at */
  version,
  /** how many she was told it goes to; another number by now is told first */
  count: z.int('Count must be a number').check(z.gte(0)),
  /** a moment; left out, now */
  at: z._default(
    z.nullable(z.string(noMoment).check(z.refine((text) => !Number.isNaN(Date.parse(text)), noMoment))),
    null,
  ),
  /** a new domain is known by nobody: so many on the first day, and twice as many on each further one */
  perDay: z._default(z.nullable(z.int().check(z.gte(10), z.lte(10_000))), null),
  holdSeconds: z._default(z.int('Hold must be seconds').check(z.gte(0), z.lte(longestHold)), 0),
  /** she has read what was said of it, and means it */
  isMeant: z._default(z.boolean(), false),
})

export type SendInput = z.infer<typeof sendInput>

/** Began from something that is there already. */
export const beginInput = z.object({
  from: z.enum(['letter', 'post', 'story'], 'A letter begins from a letter, a post or a story'),
  id: shortText('Id', 64),
})

import { z } from 'zod/mini'
import { type Author, figures, focals, fronts, usualAccent } from '#lib/author.ts'
import { isCleanText, isEmail } from '#lib/email.ts'
import { optionalLink, optionalText, shortText } from '#lib/fields.ts'
import {
  type HomeSection,
  homeSections,
  type PageEntry,
  pageKeys,
  pagePlaces,
  standingPages,
  usualPages,
} from '#lib/site-pages.ts'

/** `pages` and `home` are hers alone: everybody else sees what comes of them. */
export type Profile = Omit<Author, 'isSample'> & { pages: PageEntry[]; home: HomeSection[] }

const mostGenres = 6

const email = z._default(
  z.string('Email must be text').check(
    z.trim(),
    z.refine((text) => text === '' || isEmail(text), 'Please enter a valid email address'),
  ),
  '',
)

const timeZone = z
  .string('Time zone must be text')
  .check(z.refine(isTimeZone, 'Please choose a time zone from the list'))

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const picture = z._default(z.string().check(z.trim(), z.regex(/^(\/images\/[\w-]+)?$/, 'Please upload a picture')), '')

const accent = z._default(
  z.string().check(z.trim(), z.regex(/^([a-z]{2,12}|#[0-9a-f]{6})$/i, 'Please choose a colour')),
  usualAccent,
)

const videoId = z._default(z.string().check(z.trim(), z.regex(/^[\w-]{0,20}$/, 'That is no YouTube video')), '')

export const longestLabel = 40

/** Each of them once, in her order; one that is not named stands last, as it usually does. */
const pages = z._default(
  z.pipe(
    z
      .array(
        z.object({
          key: z.enum(pageKeys, 'There is no such page'),
          label: z.string('A name must be text').check(z.trim()),
          place: z.enum(pagePlaces, 'Please choose where the page is'),
        }),
      )
      .check(({ value, issues }) => {
        for (const [key, part, message] of faultsOf(value)) {
          issues.push({ code: 'custom', path: [key, part], message, input: value })
        }
      }),
    z.transform((given: PageEntry[]) => [
      ...given,
      ...usualPages.filter(({ key }) => !given.some((entry) => entry.key === key)),
    ]),
  ),
  usualPages,
)

/** A label of a page that no menu names is kept as it is, and may be empty. */
function* faultsOf(entries: readonly PageEntry[]): Generator<[PageEntry['key'], 'label' | 'place', string]> {
  const inMenu = entries.filter(({ place }) => place === 'menu')
  for (const [at, { key, label, place }] of entries.entries()) {
    const before = inMenu.slice(
      0,
      inMenu.findIndex((entry) => entry.key === key),
    )
    if (entries.findIndex((entry) => entry.key === key) !== at) yield [key, 'place', 'A page can be named once only']
    if (place === 'off' && standingPages.includes(key)) yield [key, 'place', 'This page cannot be turned off']
    if (label.length > longestLabel)
      yield [key, 'label', `A name in the menu must be at most ${longestLabel} characters`]
    if (!isCleanText(label)) yield [key, 'label', 'This name has characters that cannot be kept']
    if (place !== 'menu') continue
    if (label === '') yield [key, 'label', 'A page in the menu needs a name']
    if (before.some((entry) => isAlike(entry.label, label))) {
      yield [key, 'label', `Two pages cannot both be called “${label}”`]
    }
  }
}

function isAlike(one: string, other: string): boolean {
  return one !== '' && one.toLowerCase() === other.toLowerCase()
}

const home = z._default(
  z.pipe(
    z.array(z.enum(homeSections, 'There is no such part of the first page')),
    z.transform((given: HomeSection[]) => homeSections.filter((one) => given.includes(one))),
  ),
  homeSections,
)

/** What comes in from My Site. Whatever is left out is left empty. */
export const profileInput = z.object({
  name: shortText('Name', 100),
  tagline: optionalText('Tagline', 200),
  genres: z._default(
    z.array(shortText('Genre', 60)).check(z.maxLength(mostGenres, `At most ${mostGenres} genres`)),
    [],
  ),
  shortBio: optionalText('Short bio', 600),
  website: optionalLink('Website'),
  email,
  postalAddress: optionalText('Postal address', 300),
  timeZone,
  social: z.object({
    goodreads: optionalLink('Goodreads'),
    amazon: optionalLink('Amazon'),
    facebook: optionalLink('Facebook'),
    twitter: optionalLink('Twitter'),
    instagram: optionalLink('Instagram'),
  }),
  support: z.object({ crowdfunding: optionalLink('Support My Work'), coffee: optionalLink('Buy Me a Coffee') }),
  photograph: z._default(
    z.object({
      url: picture,
      focal: z._default(z.enum(focals), 'middle'),
      alt: optionalText('Description of your photograph', 200),
    }),
    { url: '', focal: 'middle', alt: '' },
  ),
  deskPicture: z._default(z.object({ url: picture, alt: optionalText('Description of the picture', 200) }), {
    url: '',
    alt: '',
  }),
  accent,
  front: z._default(z.enum(fronts), 'curtain'),
  figure: z._default(z.enum(figures), 'profile'),
  pages,
  home,
  challenge: z.object({
    page: optionalLink('Challenge page'),
    group: optionalLink('Challenge group'),
    originalVideo: videoId,
    challengeVideo: videoId,
  }),
})

/** As it is kept: her zone was looked up when it came in, and to look it up again would be 20 ms of each start. */
export const profileKept = z.extend(profileInput, { timeZone: z.string() })

/** With the save she has been looking at: one that came in between is not overwritten. */
export const profileChange = z.extend(profileInput, { version: z.int().check(z.gte(0)) })

/** The first evening: her name, what she writes, and the time zone her browser is in. */
export const welcomeInput = z.object({
  name: profileInput.shape.name,
  genres: profileInput.shape.genres,
  timeZone: z.optional(timeZone),
})

export type Welcome = z.infer<typeof welcomeInput>

/** The profile as its owner sees it. */
export type OwnerProfile = { profile: Profile; version: number; isSample: boolean }

/** What the site is called until somebody says who she is. */
export const blankName = 'A New Author'

/** A house nobody has furnished yet. */
export const blankProfile: Profile = {
  name: blankName,
  tagline: '',
  genres: [],
  shortBio: '',
  website: '',
  email: '',
  postalAddress: '',
  timeZone: 'UTC',
  social: { goodreads: '', amazon: '', facebook: '', twitter: '', instagram: '' },
  support: { crowdfunding: '', coffee: '' },
  photograph: { url: '', focal: 'middle', alt: '' },
  deskPicture: { url: '', alt: '' },
  accent: usualAccent,
  front: 'curtain',
  figure: 'profile',
  pages: usualPages,
  home: homeSections,
  challenge: { page: '', group: '', originalVideo: '', challengeVideo: '' },
}

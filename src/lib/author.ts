import { formatDate } from './dates.ts'
import type { Facts } from './word-set.ts'

/** Who the author is, to everybody: what she has entered at her desk. */
export type Author = {
  /** she has not made it hers yet */
  isSample: boolean
  name: string
  tagline: string
  genres: string[]
  shortBio: string
  website: string
  email: string
  postalAddress: string
  /** where her days begin and end: an IANA name */
  timeZone: string
  /** empty: she is not there, and it is shown nowhere */
  social: Record<SocialPlace, string>
  support: { crowdfunding: string; coffee: string }
  /** of herself; without an address there is none. `focal` is the part that stays when there is room for less */
  photograph: { url: string; focal: Focal; alt: string }
  /** of where she writes */
  deskPicture: { url: string; alt: string }
  /** the colour of what a reader can do: one of the house, or her own as #rrggbb */
  accent: string
  /** what fills the top of the first page; without such a picture the curtain does */
  front: Front
  /** who stands behind the curtain */
  figure: Figure
  /** `page` is the challenge's own home outside this site; the videos are YouTube ids */
  challenge: { page: string; group: string; originalVideo: string; challengeVideo: string }
}

export const focals = ['middle', 'top', 'bottom', 'left', 'right'] as const
export type Focal = (typeof focals)[number]

export const figures = ['profile', 'hand', 'door', 'nobody'] as const
export type Figure = (typeof figures)[number]

/** The curtain, her photograph, or the cover of her newest book. */
export const fronts = ['curtain', 'photograph', 'cover'] as const
export type Front = (typeof fronts)[number]

/** The house's own colour: it is in the style sheet already. */
export const usualAccent = 'lamp'

type Offered = { title: string; publicationDate: string | null }

/** What they speak of beside herself. `hasContact`: there is a page to write to her on. */
type Spoken = { arcBook: Offered | null; freebook: string; hasContact: boolean }

/** What may stand in braces in her words. */
export function factsOf({ name, email, postalAddress }: Author, { arcBook, freebook, hasContact }: Spoken): Facts {
  const places = [postalAddress, email].filter(Boolean)
  const post = [name, postalAddress].filter(Boolean).join(', ')
  return {
    name,
    email,
    address: postalAddress,
    contact: email || (hasContact ? 'the address on the contact page' : post),
    post,
    sender: places.length > 0 ? `${name} (${places.join('; ')})` : name,
    orByWriting: ['', ' or by writing to that address', ' or by writing to either address'][places.length] ?? '',
    book: arcBook?.title ?? 'the next book',
    day: arcBook?.publicationDate ? formatDate(arcBook.publicationDate) : 'the book is out',
    freebook,
  }
}

export const socialPlaces = {
  goodreads: 'Goodreads',
  amazon: 'Amazon',
  facebook: 'Facebook',
  twitter: 'Twitter',
  instagram: 'Instagram',
} as const

export type SocialPlace = keyof typeof socialPlaces

/** Her profiles elsewhere. */
export function profilesOf({ social }: Author): { href: string; label: string }[] {
  return (Object.keys(socialPlaces) as SocialPlace[])
    .map((place) => ({ href: social[place], label: socialPlaces[place] }))
    .filter(({ href }) => href !== '')
}

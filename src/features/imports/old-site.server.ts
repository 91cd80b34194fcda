import type { Parcel, Piece } from './parcel.server.ts'

/** A post as it stood on another site. */
export type OldPost = {
  /** by which that site, and no other, knew it */
  id: string
  title: string
  slug: string
  /** the paths it could be found at there */
  addresses: readonly string[]
  isPublished: boolean
  /** why not everybody could read it, though it was published; it comes as a draft then */
  heldBack: string | null
  /** the moment, ISO 8601 */
  date: string | null
  excerpt: string
  category: string
  tags: readonly string[]
  /** the address of its picture there */
  cover: string
  html: string
  /** of each thing that was put into its text by a sign the site alone could read: how often */
  signs: ReadonlyMap<string, number>
}

/** What another program has written about a site, read as often as it is asked for. */
export type OldSite = {
  /** 'Ghost' */
  program: string
  /** where it stood, if that is said */
  origin: string | null
  posts: () => AsyncIterable<OldPost>
  /** what else is in the file and does not come, in sentences */
  others: readonly string[]
}

/** A moment as other programs write it, in UTC where they name no zone; null for what is none. */
export function toMoment(text: string): string | null {
  const [, day, time = '00:00:00'] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d(?:\.\d{1,3})?)Z?)?$/.exec(text.trim()) ?? []
  const at = day && !day.startsWith('0000') ? new Date(`${day}T${time}Z`) : null
  return at && !Number.isNaN(at.getTime()) ? at.toISOString() : null
}

/** How the exports of a program are told from others, and read. */
export type Program = { is: (parcel: Parcel) => Promise<boolean>; open: (parcel: Parcel) => Promise<OldSite> }

/** The first of these for which that holds. */
export async function findPiece(
  pieces: readonly Piece[],
  fits: (piece: Piece) => Promise<boolean>,
): Promise<Piece | undefined> {
  for (const piece of pieces) if (await fits(piece)) return piece
  return undefined
}

export function countOne(counts: Map<string, number>, name: string) {
  counts.set(name, (counts.get(name) ?? 0) + 1)
}

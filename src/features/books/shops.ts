import { toUrl } from '#lib/url.ts'

/** A shop readers know: by its name, by where its links lead, and by its mark in a list. */
type KnownShop = { name: string; hosts: readonly string[]; mark: string }

/** In the order they are suggested. A universal link leads to every shop. */
export const knownShops: readonly KnownShop[] = [
  { name: 'Amazon', hosts: ['amazon', 'amzn'], mark: 'a' },
  { name: 'Kobo', hosts: ['kobo'], mark: 'k' },
  { name: 'Apple Books', hosts: ['books.apple', 'itunes.apple'], mark: 'A' },
  { name: 'Barnes & Noble', hosts: ['barnesandnoble'], mark: 'B' },
  { name: 'Google Play', hosts: ['play.google'], mark: 'G' },
  { name: 'Bookshop.org', hosts: ['bookshop'], mark: 'b' },
  { name: 'Smashwords', hosts: ['smashwords'], mark: 'S' },
  { name: 'Indigo', hosts: ['indigo', 'chapters.indigo'], mark: 'i' },
  { name: 'Waterstones', hosts: ['waterstones'], mark: 'W' },
  { name: 'Audible', hosts: ['audible'], mark: 'au' },
  { name: 'Thalia', hosts: ['thalia'], mark: 'T' },
  { name: 'Every shop', hosts: ['books2read', 'mybook', 'getbook', 'geni'], mark: '∗' },
]

/** A letter or two that stand before its name. */
export function markOf(name: string): string {
  const known = knownShops.find((shop) => shop.name.toLowerCase() === name.trim().toLowerCase())
  return known?.mark ?? [...name.trim()][0]?.toUpperCase() ?? ''
}

/** Which shop a link leads to, as far as its host says; null for one nobody knows. */
export function shopOfLink(link: string): string | null {
  const host = toUrl(link)?.hostname.replace(/^www\./, '') ?? ''
  const isAt = (known: string) => host.startsWith(`${known}.`) || host.includes(`.${known}.`)
  return knownShops.find(({ hosts }) => hosts.some(isAt))?.name ?? null
}

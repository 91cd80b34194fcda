import type { Author } from '#lib/author.ts'

/**
 * What is hers and public, as it was last saved: held in memory, renewed when any node saves something of it. Whatever a
 * page or a letter says of her is read here and nowhere else. Each feature adds its part by declaration merging.
 */
export interface SiteSnapshot {
  author: Author
  /** the address letters come from */
  sender: string
}

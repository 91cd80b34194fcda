import { hash } from './noise.ts'

/** The pages of writing there are, by what shows through them. Names only: the browser chooses one, and draws none. */
export const pages = ['ring', 'lamp', 'door', 'key', 'moon', 'stairs', 'window', 'path'] as const
export type PageName = (typeof pages)[number]

/** The page of a post, always the same one for the same id. */
export function pageOf(id: string): PageName {
  return pages[hash(id) % pages.length] ?? pages[0]
}

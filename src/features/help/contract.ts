import type { Block } from '#features/writing/contract.ts'
import { deskPaths } from '#lib/desk-paths.ts'

/** A page of the owner's guide, read. `name` is the end of its address; the one of all is called `contents`. */
export type GuidePage = { name: string; title: string; blocks: Block[] }

/** A page as the guide itself shows it: with the one that comes after it. */
export type GuideReading = GuidePage & { next: Pick<GuidePage, 'name' | 'title'> | null }

/** Which pages of the guide speak of a room: the one that is about it comes first. */
export const helpRooms: Record<string, readonly string[]> = {
  [deskPaths.posts]: ['writing-a-post', 'bringing-a-text-in', 'pictures', 'the-first-evening'],
  [deskPaths.stories]: ['stories', 'writing-a-post', 'bringing-a-text-in', 'pictures'],
  [deskPaths.books]: ['books', 'pictures', 'give-a-book-away'],
  [deskPaths.bin]: ['the-bin'],
  [deskPaths.site]: ['my-site', 'the-press-kit'],
  [deskPaths.pages]: ['pages'],
  [deskPaths.files]: ['files', 'give-a-book-away', 'pictures'],
  [deskPaths.downloads]: ['give-a-book-away', 'files'],
  [deskPaths.sendEmails]: ['give-a-book-away', 'connect-your-mail'],
  [deskPaths.letters]: ['letters', 'connect-your-mail', 'letters-that-come-back'],
  [deskPaths.messages]: ['messages'],
  [deskPaths.subscribers]: ['people', 'when-a-reader-signs-up'],
  [deskPaths.outbox]: ['outbox', 'connect-your-mail'],
  [deskPaths.analytics]: ['your-numbers'],
  [deskPaths.settings]: ['settings', 'connect-your-mail', 'the-sample', 'backups'],
  [deskPaths.health]: ['health', 'backups', 'connect-your-mail'],
}

/** The name of a room in the address of its help: its own address without the slashes. */
export function roomName(path: string): string {
  return path.slice(1).replaceAll('/', '.')
}

/** The room an address is in, one thing of it included; null where nothing is written about it. */
export function roomAt(path: string): string | null {
  const [, first = '', second = ''] = path.split('/')
  const room = second ? `/${first}/${second}` : `/${first}`
  return room in helpRooms ? roomName(room) : null
}

/** The page of all pages. */
export const contentsName = 'contents'

/** Which page of the guide an address of the desk means. */
export function guidePageFrom({ page }: Record<string, string>): string {
  return page ?? contentsName
}

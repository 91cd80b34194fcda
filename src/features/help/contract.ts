import type { Block } from '#features/writing/contract.ts'
import { deskPaths } from '#lib/desk-paths.ts'

/** A section of the owner's guide, read. */
export type GuideSection = { title: string; blocks: Block[] }

/** Which sections of the guide speak of a room: the one that is about it comes first. */
export const helpRooms: Record<string, readonly string[]> = {
  [deskPaths.posts]: ['Writing a post', 'Bringing a text in', 'Pictures', 'The first evening'],
  [deskPaths.stories]: ['Stories', 'Writing a post', 'Bringing a text in', 'Pictures'],
  [deskPaths.books]: ['Books', 'Pictures', 'Give a book away'],
  [deskPaths.bin]: ['The bin'],
  [deskPaths.site]: ['My Site', 'The press kit'],
  [deskPaths.pages]: ['Pages'],
  [deskPaths.files]: ['Files', 'Give a book away', 'Pictures'],
  [deskPaths.downloads]: ['Give a book away', 'Files'],
  [deskPaths.sendEmails]: ['Give a book away', 'Connect your mail'],
  [deskPaths.letters]: ['Letters', 'Connect your mail', 'Letters that come back'],
  [deskPaths.messages]: ['Messages'],
  [deskPaths.subscribers]: ['People', 'When a reader signs up'],
  [deskPaths.outbox]: ['Outbox', 'Connect your mail'],
  [deskPaths.analytics]: ['Your numbers'],
  [deskPaths.settings]: ['Settings', 'Connect your mail', 'The sample', 'Backups'],
  [deskPaths.health]: ['Health', 'Backups', 'Connect your mail'],
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

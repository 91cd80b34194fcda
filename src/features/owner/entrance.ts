import { deskPaths } from '#lib/desk-paths.ts'

/** Where the button goes while there are no scripts. */
export const signOutAction = '/admin/sign-out'

const ownRoom = /^\/(admin(\/[a-z-]+)?|analytics)$/

/** Where she wanted to go before she was asked to sign in: a room of hers, or else the first one. Never anywhere else. */
export function nextRoom(asked: string | null | undefined): string {
  const isEntrance = asked === deskPaths.signIn || asked === deskPaths.setup
  return asked && ownRoom.test(asked) && !isEntrance ? asked : deskPaths.posts
}

/** The entrance that leads back: to the room she asked for, though not to the very thing in it. */
export function entranceFor(path: string): string {
  const room = path.split('/', 3).join('/')
  return `${deskPaths.signIn}?next=${encodeURIComponent(room)}`
}

export const passwordHint = 'At least 15 characters. A sentence of your own is easy to keep and hard to guess.'

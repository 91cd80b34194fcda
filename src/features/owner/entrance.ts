import { deskPaths } from '#lib/desk-paths.ts'

/** Where the button goes while there are no scripts. */
export const signOutAction = '/admin/sign-out'

const ownRoom = /^\/(admin(\/[a-z-]+)?|analytics)$/
/** What she filtered by, as `URLSearchParams` writes it: nothing in it can end an address or begin another. */
const plainQuery = /^[\w.*+%=&-]{1,500}$/

/** Where she wanted to go before she was asked to sign in: a room of hers, or else the first one. Never anywhere else. */
export function nextRoom(asked: string | null | undefined): string {
  const [room = '', query = '', ...rest] = asked?.split('?') ?? []
  const isEntrance = [deskPaths.signIn, deskPaths.setup, deskPaths.newAddress].some((path) => path === room)
  if (!ownRoom.test(room) || isEntrance) return deskPaths.posts
  return rest.length === 0 && plainQuery.test(query) ? `${room}?${query}` : room
}

/** The entrance that leads back: to the room she asked for as she had filtered it, though not to the very thing in it. */
export function entranceFor(path: string, search: string): string {
  const room = path.split('/', 3).join('/')
  const next = nextRoom(room === path ? `${room}?${new URLSearchParams(search)}` : room)
  return `${deskPaths.signIn}?next=${encodeURIComponent(next)}`
}

export const passwordHint = 'At least 15 characters. A sentence of your own is easy to keep and hard to guess.'

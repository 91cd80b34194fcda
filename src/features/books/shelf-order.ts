import { call } from '#desk/call.ts'
import { afterTurn, inTurn } from '#lib/in-turn.ts'
import type { OwnerShelf, Roles } from './contract.ts'

const path = '/api/owner/shelves/order'

type Shown = { shelves: OwnerShelf[]; roles: Roles }

/** The order she gave last, until the site has answered it: she may leave the room before, and the page. */
let untold: readonly OwnerShelf[] | null = null

function send(shelves: readonly OwnerShelf[], init?: { keepalive: boolean }) {
  const order = shelves.map(({ series, books }) => ({ series, books }))
  return call<Shown>('PUT', path, { shelves: order }, init)
}

// Of a page that is being left, a browser ends what is on its way.
function rescue() {
  if (untold) send(untold, { keepalive: true }).catch(() => {})
}

/**
 * Tells the site, after the orders that are on their way. Answers what stands there then; null where she has changed it
 * again since, and only what she left last may be shown, or refused.
 */
export function tellOrder(shelves: readonly OwnerShelf[]): Promise<Shown | null> {
  const isLatest = () => untold === shelves
  untold = shelves
  addEventListener('pagehide', rescue)
  return inTurn(path, async () => {
    if (!isLatest()) return null
    try {
      const shown = await send(shelves)
      return isLatest() ? shown : null
    } catch (error) {
      if (isLatest()) throw error
      return null
    } finally {
      if (isLatest()) untold = null
    }
  })
}

/** Whoever reads the shelves before would show her an older order than hers. */
export const afterOrders = () => afterTurn(path)

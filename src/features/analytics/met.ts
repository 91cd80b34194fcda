export type Met = {
  has: (visitor: string) => boolean
  add: (visitor: string) => void
}

/** A power of two. */
const places = 65_536

/**
 * Visitors seen lately, each by its sixteen hexadecimal digits. Each has one place, which the next who falls on it takes:
 * nobody is taken for another, and whoever is forgotten is only asked after again. Half a megabyte, however many come; as
 * texts, fifty thousand were nine.
 */
export function createMet(): Met {
  const heads = new Uint32Array(places)
  const tails = new Uint32Array(places)
  const partsOf = (visitor: string) => {
    const head = Number.parseInt(visitor.slice(0, 8), 16)
    return { head, tail: Number.parseInt(visitor.slice(8), 16), place: head & (places - 1) }
  }
  return {
    has(visitor) {
      const { head, tail, place } = partsOf(visitor)
      return heads[place] === head && tails[place] === tail
    },
    add(visitor) {
      const { head, tail, place } = partsOf(visitor)
      heads[place] = head
      tails[place] = tail
    },
  }
}

import { addressWith, cursorFrom } from '#desk/address.ts'

/**
 * arc_only: asked for the advance copy and not for the newsletter, so no newsletter goes there. reader: only one of the
 * voracious readers, so none goes there either. bounced: a mail server said that there is no such mailbox. complained:
 * called a letter junk. Nothing goes to either of them any more, nor to whoever left.
 */
export const personStates = ['active', 'pending', 'arc_only', 'reader', 'left', 'bounced', 'complained'] as const
export type PersonState = (typeof personStates)[number]

/** Which people; null is whichever. */
export type PeopleFilter = {
  q: string | null
  state: PersonState | null
  source: string | null
  /** asked: whoever asked for the advance copy, whatever else they are */
  arc: 'asked' | null
  tag: string | null
}
export type Filters = PeopleFilter & { cursor: string | null }

/** What an address asks for; what makes no sense in it is not asked for. */
export function filtersFrom(search: URLSearchParams): Filters {
  const text = (name: string, longest: number) =>
    search
      .get(name)
      ?.trim()
      .slice(0, longest)
      .replace(/\0|\p{Surrogate}/gu, '') || null
  const arc = search.get('arc') === 'asked' ? 'asked' : null
  return {
    q: text('q', 100),
    // The screen shows one of its lists at a time.
    state: arc ? null : (personStates.find((state) => state === search.get('state')) ?? null),
    source: text('source', 60),
    arc,
    tag: text('tag', 50),
    cursor: cursorFrom(search),
  }
}

export function addressOf(path: string, { q, state, source, arc, tag, cursor }: Partial<Filters>): string {
  const asked = { q, state, source, arc, tag, cursor }
  return addressWith(path, Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, value ?? null])))
}

import { addressWith, cursorFrom } from '#ui/desk-address.ts'
import type { PeopleFilter, PersonState } from './contract.ts'

export type Filters = PeopleFilter & { cursor: string | null }

const states: readonly PersonState[] = ['active', 'pending', 'left', 'arc_only']

/** What an address asks for; what makes no sense in it is not asked for. */
export function filtersFrom(search: URLSearchParams): Filters {
  const text = (name: string, longest: number) =>
    search
      .get(name)
      ?.trim()
      .slice(0, longest)
      .replace(/\0|\p{Surrogate}/gu, '') || null
  return {
    q: text('q', 100),
    state: states.find((state) => state === search.get('state')) ?? null,
    source: text('source', 60),
    cursor: cursorFrom(search),
  }
}

export function addressOf(path: string, { q, state, source, cursor }: Partial<Filters>): string {
  return addressWith(path, { q: q ?? null, state: state ?? null, source: source ?? null, cursor: cursor ?? null })
}

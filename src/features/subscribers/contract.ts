import { z } from 'zod/mini'
import { nullableText, optionalCursor } from '#lib/fields.ts'
import { type PersonState, personStates } from './filters.ts'

/** Somebody the site may know by her address: on the list, once on it, waiting for the advance copy, or a reader. */
export type Person = {
  id: string
  email: string
  name: string | null
  state: PersonState
  source: string
  joinedAt: string
  confirmedAt: string | null
  /** since when nothing is written to her, whatever the reason */
  leftAt: string | null
  hasAskedForArc: boolean
}

/** People, newest first. `totals` count what is searched for in every state, `sources` are all there are to choose from. */
export type People = {
  people: Person[]
  totals: Record<PersonState, number>
  /** how many of those searched for have asked for the advance copy, in whatever state */
  arcRequests: number
  sources: string[]
  next: string | null
}

/** One line of the ledger, in words. */
export type Consent = {
  id: string
  what: string
  at: string
  /** which words were agreed to */
  wording: string
  where: string
  how: string
}

/** How much of her is kept here, and would be erased. */
export type Traces = {
  listEntries: number
  arcRequests: number
  consents: number
  messages: number
  letters: number
  jobs: number
  groupEntries: number
  /** letters of campaigns, of which the count stays and the address goes */
  deliveries: number
  links: number
}

export type PersonRecord = Person & { consents: Consent[]; traces: Traces }

export type Erasure = { message: string; erased: Traces }

/** Which people: empty is everybody. */
export const peopleFilter = z.object({
  q: nullableText('Search', 100),
  state: z.pipe(
    z.optional(z.enum([...personStates, ''], 'There is no such state')),
    z.transform((state: PersonState | '' | undefined) => state || null),
  ),
  source: nullableText('Source', 60),
  arc: z.pipe(
    z.optional(z.enum(['asked', ''], 'There is no such list of requests')),
    z.transform((arc: 'asked' | '' | undefined) => arc || null),
  ),
})

export const peoplePage = z.extend(peopleFilter, { cursor: optionalCursor })

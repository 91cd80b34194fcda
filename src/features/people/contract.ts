import { z } from 'zod/mini'
import { isCleanText } from '#lib/email.ts'
import { nullableText, optionalCursor, shortText } from '#lib/fields.ts'
import type { TraceLine, TraceName } from '#server/traces.ts'
import { type PersonState, personStates } from './filters.ts'
import { statusMax } from './standing.ts'

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

/**
 * People, newest first, each with what she agreed to. `totals` count what is searched for in every state, `sources` are
 * all there are to choose from.
 */
export type People = {
  people: (Person & { consents: Consent[] })[]
  totals: Record<PersonState, number>
  /** how many of those searched for have asked for the advance copy, in whatever state */
  arcRequests: number
  sources: string[]
  /** of everybody, the most used first */
  tags: { tag: string; count: number }[]
  next: string | null
}

/**
 * What came to the newsletter in some days and what was lost to it. `brought`: by the owner, from another list or by hand;
 * `erased`: whoever was, for nobody knows any more whether she was on it.
 */
export type Growth = Record<'joined' | 'brought' | 'left' | 'bounced' | 'complained' | 'erased', number>

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

/** How much of her is kept here, and would be erased. Of campaigns and syncs the count stays, and the address goes. */
export type Traces = Record<TraceName, number>

/** Something of hers in another room, newest first. */
export type PersonTrace = TraceLine & { id: string; name: TraceName }

export type PersonRecord = Person & { tags: string[]; consents: Consent[]; lines: PersonTrace[]; traces: Traces }

export type Erasure = { message: string; erased: Traces }

const mostTags = 50
const longestTag = 50

/** All the tags of a person, in place of those she had. */
export const tagsInput = z.object({
  tags: z
    .array(shortText('Tag', longestTag), 'Tags must be a list of words')
    .check(z.maxLength(mostTags, `At most ${mostTags} tags`)),
})

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
  tag: nullableText('Tag', longestTag),
})

export const peoplePage = z.extend(peopleFilter, { cursor: optionalCursor })

export const mostImported = 20_000

/** An address, or one with what the list it comes from says of it: 'active', 'unsubscribed', 'bounced' … */
const subscriber = z.union(
  [
    z.string(),
    z.object({ email: z.string(), status: z.string().check(z.maxLength(statusMax), z.refine(isCleanText)) }),
  ],
  'Every subscriber is an address, or an address and its status',
)

export const importInput = z.object({
  subscribers: z
    .array(subscriber, 'Subscribers must be a list of addresses')
    .check(
      z.minLength(1, 'Name at least one address'),
      z.maxLength(mostImported, `At most ${mostImported.toLocaleString('en-CA')} addresses at once`),
    ),
  basis: shortText('Basis', 500),
})

export type ImportInput = z.infer<typeof importInput>

/** The group as the screens load it: whom a letter goes to. */
export type Group = {
  subscribers: string[]
  count: number
  /** how many more are in the group, and get none: their mailbox is gone, or they complained. Absent when nobody is. */
  refused?: number
}

export type ImportResult = {
  added: number
  count: number
  rejected: { email: string; reason: string }[]
  /** how many of the rejected are never written to from now on, for so the list said. Absent when nobody is. */
  suppressed?: number
}

import { z } from 'zod/mini'
import { isCleanText } from '#lib/email.ts'
import { shortText } from '#lib/fields.ts'
import { statusMax } from './standing.ts'

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

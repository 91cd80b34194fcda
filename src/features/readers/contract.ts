import { z } from 'zod/mini'
import { shortText } from '#lib/fields.ts'

export const mostImported = 20_000

export const importInput = z.object({
  subscribers: z
    .array(z.string('Every subscriber is an address'), 'Subscribers must be a list of addresses')
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

export type ImportResult = { added: number; count: number; rejected: { email: string; reason: string }[] }

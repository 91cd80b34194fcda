import { z } from 'zod/mini'
import { optionalCursor } from '#lib/fields.ts'
import { type LetterState, letterStates } from './states.ts'

export type LetterSummary = {
  id: string
  /** what it is, in words */
  kind: string
  to: string
  subject: string
  state: LetterState
  /** what the mail server said, or why nothing was sent */
  reason: string | null
  createdAt: string
  settledAt: string | null
}

export type Letter = LetterSummary & { replyTo: string | null; text: string; isConnected: boolean }

/**
 * What was last put on its way from here: how many letters, how many of them still wait, and how many have left. The
 * others were refused, given up or not wanted any more, or nobody knows.
 */
export type UnderWay = {
  total: number
  waiting: number
  sent: number
  /** what the mail server last said to those that wait */
  trouble: string | null
}

/** The outbox, newest first. `kept` is what "Send all kept letters" is about; of the old ones the first hundred are named. */
export type Outbox = {
  letters: LetterSummary[]
  counts: Record<LetterState, number>
  mail: { isConnected: boolean; host: string | null; from: string }
  kept: { count: number; oldestAt: string | null; oldCount: number; old: LetterSummary[] }
  underWay: UnderWay | null
  next: string | null
}

export const outboxPage = z.object({
  state: z.pipe(
    z.optional(z.enum([...letterStates, ''], 'There is no such state')),
    z.transform((state: LetterState | '' | undefined) => state || null),
  ),
  cursor: optionalCursor,
})

/** Nobody knows whether it arrived; the author has decided that it did. */
export const letterChange = z.object({ state: z.literal('sent', 'A letter can only be counted as sent') })

/** `held`: those that cannot be sent as they are; the message says why. */
export type KeptSent = { message: string; queued: number; held: number }

export const sendKeptInput = z.object({ which: z.enum(['all', 'recent'], 'Send all of them, or the recent ones') })

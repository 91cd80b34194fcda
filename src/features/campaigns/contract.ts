import { z } from 'zod/mini'
import { bulkInput, subscribersUpTo } from '#features/downloads/contract.ts'
import { mostRecipients } from './recipients.ts'

/** How long a campaign from the screen waits before its first letter: the only undo mail has. */
export const longestHold = 60

export const sendAllInput = z.extend(bulkInput, {
  subscribers: subscribersUpTo(mostRecipients),
})

const holdFault = `Hold must be 0 to ${longestHold} seconds`

/** Beside the body, which is as the product was asked for. */
export const sendAllHeaders = z.object({
  'x-hold-seconds': z._default(
    z.coerce.number(holdFault).check(z.multipleOf(1, holdFault), z.gte(0, holdFault), z.lte(longestHold, holdFault)),
    0,
  ),
})

export const decisionInput = z.object({ decision: z.enum(['again', 'sent'], 'Decide “again” or “sent”') })

/** As the spec names it, with what is still on its way. */
export type BulkResult = {
  success: boolean
  sent: number
  failed: number
  total: number
  errors: string[]
  /** letters not yet settled; with a campaign id, the screen follows the rest */
  pending: number
  /** letters written and kept, because no mail server is connected */
  kept: number
  campaignId: string | null
}

export type Campaign = {
  id: string
  fileName: string
  /** what its letters call the file */
  title: string
  state: 'holding' | 'sending' | 'paused' | 'done' | 'stopped'
  trouble: string | null
  /** seconds of the hold that are left, by the clock of the house */
  startsIn: number | null
  createdAt: string
  finishedAt: string | null
  total: number
  sent: number
  failed: number
  /** gone or unsubscribed since the list was drawn up */
  skipped: number
  /** not sent, because the owner stopped it first */
  stopped: number
  unknown: number
  kept: number
  /** sent, and come back since */
  bounced: number
  /** sent, and called junk since */
  complained: number
  /** readers who have fetched the book; null while it is under way */
  fetched: number | null
  pending: number
  /** of those pending, letters whose mail servers want us to come back later */
  putOff: number
  nextTryAt: string | null
  secondsLeft: number | null
  /** while it begins slowly: how many leave today, and once these have left, when the next do */
  slow: { today: number; nextAt: string | null } | null
}

/** What is true of one file before anything is pressed. */
export type Overview = {
  latest: Campaign | null
  /** those under way that bring other files */
  others: Campaign[]
  lastSentAt: string | null
  readers: number
  /** readers whose letter lies in the outbox, or is leaving it: they are left out */
  waiting: number
}

/** The letter as every reader gets it, her two links apart, and whether there is a way for it to go. */
export type BookLetter = {
  subject: string
  text: string
  mail: { isConnected: boolean; host: string | null; from: string }
  /** what readers would stumble over, in words for the owner */
  warnings: string[]
}

/** What became of a reader's letter with the book: the last that was sent, or else the last that was meant to be. */
export type ReaderResult = Pick<Delivery, 'email' | 'error'> & {
  /** a letter that was stopped is none */
  state: Exclude<Delivery['state'], 'stopped'>
  at: string | null
}

export type DeliveryPage = { deliveries: Delivery[]; next: string | null }

export type Delivery = {
  id: string
  email: string
  state: 'waiting' | 'sent' | 'failed' | 'skipped' | 'stopped' | 'unknown' | 'kept' | 'bounced' | 'complained'
  error: string | null
  settledAt: string | null
  downloads: number
}

import { z } from 'zod/mini'
import type { LetterLine } from '#features/letters/contract.ts'
import type { Growth } from '#features/people/contract.ts'
import { isCleanText } from '#lib/email.ts'

/** How far the owner looks back. */
export const spans = [1, 7, 30, 90, 365] as const
export type Span = (typeof spans)[number]

/** What the tracker reports. Client times and flags are hints: the server's clock and the owner's session decide. */
const shared = {
  timestamp: z
    .string()
    .check(z.refine((text) => text.length <= 40 && !Number.isNaN(Date.parse(text)), 'That is no time')),
  sessionId: z.string().check(z.regex(/^session_[\w.-]{1,60}$/, 'That is no session')),
  isAuthor: z.boolean(),
  page: z.string().check(z.refine((text) => text.startsWith('/') && isCleanText(text), 'That is no page')),
}
const line = z.string().check(z.refine(isCleanText, 'That has characters that cannot be kept'))
export const pageview = z.object({
  ...shared,
  type: z.literal('pageview'),
  referrer: line,
  userAgent: line,
})
export const trackedEvent = z.object({
  ...shared,
  type: z.literal('event'),
  /** `view` is what a page view is kept as */
  eventName: z.string().check(z.regex(/^(?!view$| |.* $)[\w .:-]{1,50}$/, 'That is no name for an event')),
  data: z.unknown().check(z.refine(isSmall, 'That is more than an event may say')),
})
export type Pageview = z.infer<typeof pageview>
export type TrackedEvent = z.infer<typeof trackedEvent>

const mostData = 1_024
const mostKeys = 10
const deepest = 3

/** What an event may say beside its name: a kilobyte, ten keys, three levels. */
function isSmall(data: unknown): boolean {
  let keys = 0
  const isFine = (value: unknown, depth: number): boolean => {
    if (typeof value === 'string') return isCleanText(value)
    if (value === null || typeof value !== 'object') return true
    const entries = Object.entries(value)
    keys += entries.length
    return (
      depth < deepest &&
      keys <= mostKeys &&
      entries.every(([key, inner]) => isCleanText(key) && isFine(inner, depth + 1))
    )
  }
  return isFine(data, 0) && new TextEncoder().encode(JSON.stringify(data) ?? '').length <= mostData
}

/** Views are page views; a visitor is counted once a day, and anew the next day: nobody is followed further. */
export type Count = { views: number; visitors: number }
export type Named = Count & { name: string }

export type Numbers = {
  span: Span
  /** calendar days in the author's time zone, both part of it */
  from: string
  until: string
  /** visitors of the last five minutes */
  live: number
  total: Count
  /** as much time right before this span, today's hours against yesterday's */
  before: Count
  /** one for each hour so far (`2026-11-15T14`) when the span is a day, else one for each day (`2026-11-15`), gaps filled */
  series: (Count & { at: string })[]
  /** addresses of pages, those with most visitors first, twenty at most; so are the others */
  pages: (Named & { title: string | null })[]
  /** hosts; 'direct' for those who came from nowhere we can tell */
  referrers: Named[]
  /** phone, tablet, computer */
  devices: Named[]
  events: { name: string; count: number }[]
  /** whose links to which shops were followed; a book that is gone has no title */
  purchases: { title: string | null; shop: string; count: number }[]
  /** from a visit to a reader who has the book in hand */
  path: { visitors: number; signups: number; confirmed: number; downloads: number }
  /** what each story and post brought: who opened it, read on, and then joined the list the same day */
  works: Work[]
  /** where those came from who joined */
  joinedFrom: { name: string; count: number }[]
  /** the newsletter: whom a letter reaches now, what came and went in this span, and in as much time before */
  list: { people: number; now: Growth; before: Growth }
  /** letters that left in these days, newest first, and those that go by themselves, each with all it has brought so far */
  letters: LetterLine[]
  /** counted apart, in no other number */
  apart: { own: number; bots: number; dropped: number }
  /** the day on which the first view or event was counted; null: nothing yet */
  since: string | null
}

export type Work = {
  page: string
  title: string
  kind: 'story' | 'post'
  visitors: number
  /** readers who got at least this far, for stories; null for posts */
  read: { quarter: number; half: number; most: number; all: number } | null
  signups: number
}

/** Whether the weekly letter is sent; off until chosen. */
export const weeklyInput = z.object({ isWanted: z.boolean('Say whether you want the letter') })
export type Weekly = {
  isWanted: boolean
  /** the address it goes to */
  to: string
  lastSentAt: string | null
}

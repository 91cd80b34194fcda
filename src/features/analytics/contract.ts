import { z } from 'zod/mini'

/** How far the owner looks back. */
export const spans = [1, 7, 30, 90, 365] as const
export type Span = (typeof spans)[number]

/** What the tracker reports. Client times and flags are hints: the server's clock and the owner's session decide. */
const shared = {
  timestamp: z.string(),
  sessionId: z.string(),
  isAuthor: z.boolean(),
  page: z.string(),
}
export const pageview = z.object({
  ...shared,
  type: z.literal('pageview'),
  referrer: z.string(),
  userAgent: z.string(),
})
export const trackedEvent = z.object({
  ...shared,
  type: z.literal('event'),
  eventName: z.string(),
  data: z.unknown(),
})
export type Pageview = z.infer<typeof pageview>
export type TrackedEvent = z.infer<typeof trackedEvent>

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
  /** the span of the same length before this one; null when nothing was counted then */
  before: Count | null
  /** one for each hour (`2026-11-15T14`) when the span is a day, else one for each day (`2026-11-15`), gaps filled */
  series: (Count & { at: string })[]
  /** addresses of pages, most viewed first, twenty at most; so are the others */
  pages: (Named & { title: string | null })[]
  /** hosts; 'direct' for those who came from nowhere we can tell */
  referrers: Named[]
  /** phone, tablet, computer */
  devices: Named[]
  events: { name: string; count: number }[]
  /** from a visit to a reader who has the book in hand */
  path: { visitors: number; signups: number; confirmed: number; downloads: number }
  /** what each story and post brought: who opened it, read on, and joined the list on the same day */
  works: Work[]
  /** where those came from who joined */
  joinedFrom: { name: string; count: number }[]
  /** counted apart, in no other number */
  apart: { own: number; bots: number; dropped: number }
  /** when the first view of all was counted; null: nothing yet */
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
export type Weekly = { isWanted: boolean; lastSentAt: string | null }

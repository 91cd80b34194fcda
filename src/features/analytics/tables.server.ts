/** What one reader did at one moment, for thirty days. There is no column for an address. */
export type ViewRow = {
  at: string
  /** 'view', or the name of an event */
  what: string
  page: string
  /** who it was, as a hash of this day; null for whoever asked not to be counted, and for what the server noticed */
  visitor: string | null
  /** origin and path, no query */
  referrer: string | null
  user_agent: string | null
  /** JSON */
  data: string | null
}

/** What a day added up to, for ever: about pages, not people. */
export type DailyCountRow = {
  kind: Kind
  /** a calendar day in the author's time zone */
  day: string
  audience: 'reader' | 'own' | 'bot' | 'dropped'
  name: string
  views: number
  visitors: number
}

/**
 * `bought` is named by a book's id and a shop, `read` by page and quarter, `brought` by the page whose readers then joined
 * the same day, `joined-from` by where those had come from who joined.
 */
export type Kind =
  | 'all'
  | 'hour'
  | 'page'
  | 'referrer'
  | 'device'
  | 'event'
  | 'bought'
  | 'read'
  | 'brought'
  | 'joined-from'

declare module '#server/db.ts' {
  interface Tables {
    views: ViewRow
    daily_counts: DailyCountRow
    /** thrown away with everything that was hashed with it, when the day after is over */
    visitor_salts: { day: string; salt: string }
    /** what a visitor has been counted for today: being here, a page, a quarter of a story, having joined */
    day_visitors: { day: string; visitor: string; mark: string; came_from: string | null }
    weekly_letters: { week: string; sent_at: string | null }
  }
}

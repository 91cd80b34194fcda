export type SubscriberRow = {
  id: string
  /** normalised: trimmed, lower case */
  email: string
  name: string | null
  /** pending until she pressed the button in her mail; left for good once she said so */
  state: 'pending' | 'active' | 'left'
  source: string
  created_at: string
  /** null also for those who joined while nothing had to be confirmed */
  confirmed_at: string | null
  left_at: string | null
}

/** The ledger of consent: rows are only ever added. */
export type ConsentRow = {
  id: string
  /** the subscriber, or the ARC request */
  subscriber_id: string
  /** as she typed it */
  email: string
  purpose: 'newsletter' | 'arc' | 'free-book'
  act: 'given' | 'confirmed' | 'withdrawn'
  /** which words she agreed to, and a hash of them, should anyone doubt it */
  wording: string
  wording_hash: string
  page: string
  source: string
  method: 'form' | 'letter' | 'one-click' | 'provider' | 'list' | 'owner'
  client_hash: string | null
  at: string
}

/** The words consents were given in: rows are only ever added. */
export type ConsentWordingRow = { id: string; text: string; hash: string; since: string }

export type ArcRequestRow = {
  id: string
  email: string
  name: string | null
  reader_magnet_id: string | null
  /** the book, and whether that one or the next after it; null: before this was written down */
  asked_for: string | null
  created_at: string
}

declare module '#server/db.ts' {
  interface Tables {
    subscribers: SubscriberRow
    consents: ConsentRow
    arc_requests: ArcRequestRow
    consent_wordings: ConsentWordingRow
  }
}

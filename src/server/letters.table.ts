/** Every letter the house ever wrote, or is to write when it leaves: a row before it is a message. */
export type LetterRow = {
  id: string
  /** one of `LetterKinds`: 'newsletter.confirm', 'contact.notice' …, or one that is written no more */
  kind: string
  to_email: string
  to_name: string
  reply_to_email: string | null
  reply_to_name: string | null
  subject: string
  /** empty where the letter is written when it leaves, as its kind says */
  html: string
  text: string
  headers: string
  /** what it brings or speaks of, as whoever wrote it names that; null for most */
  about: string | null
  /**
   * queued, then leased by a node that has it in hand, then sending once the mail server holds all of it but the last
   * byte: from there on a crash leaves it unknown. kept: no mail server was connected. failed: refused, or given up after
   * a day of trying. skipped: whoever it was for gets no letters any more. stopped: its mailing was, before it left.
   * bounced and complained: what was heard of it after it had left.
   */
  state:
    | ('queued' | 'leased' | 'sending' | 'sent' | 'kept' | 'failed' | 'skipped' | 'stopped' | 'unknown')
    | ('bounced' | 'complained')
  error: string | null
  created_at: string
  /** when it was put on its way again by hand; null: when it was written */
  queued_at: string | null
  /** when the last byte but one was with the server */
  dispatched_at: string | null
  settled_at: string | null
  /** what it was written with; null for a letter by itself */
  mailing_id: string | null
  /** with what it leaves: its mailing's id; empty where it goes by itself or was put on its way by hand */
  stream: string
  attempts: number
  /** since when it is tried in vain, of a mailing by a server that is there; null: not, or since it was put on its way */
  trying_since: string | null
  /** not before this moment; empty: at once */
  next_at: string
  node: string | null
  lease_until: string | null
}

/** Letters that go out together, and can be held, paused and stopped together. */
export type MailingRow = {
  id: string
  /** the kind of its letters, and what they are about: one of these at a time is under way */
  kind: string
  about: string
  /** drawing: its list is not yet whole, and nothing of it may leave. standing: letters are put into it one by one, for good */
  state: 'drawing' | 'sending' | 'paused' | 'done' | 'stopped' | 'standing'
  /** why it is paused, or what it is waiting for, in words for the owner */
  trouble: string | null
  /**
   * nothing leaves before this moment: until then it can be taken back as if it had never been. While the list is drawn up,
   * when rows were last added to it: where that is long ago, whoever did it is dead
   */
  starts_at: string
  created_at: string
  finished_at: string | null
  /** how many may leave on its first day, twice as many on each further one; null: all of them */
  per_day: number | null
}

/** Addresses that get nothing any more, as a keyed hash: the list can be kept even where the person is forgotten. */
export type SuppressionRow = { email_hash: string; reason: 'left' | 'bounced' | 'complained' | 'erased'; at: string }

declare module '#server/db.ts' {
  interface Tables {
    letters: LetterRow
    mailings: MailingRow
    suppressions: SuppressionRow
  }
}

/** Every letter the house ever wrote: a row before it is a message. */
export type LetterRow = {
  id: string
  /** one of `letterKinds`: 'newsletter.confirm', 'contact.notice' …, or one that is written no more */
  kind: string
  to_email: string
  to_name: string
  reply_to_email: string | null
  reply_to_name: string | null
  subject: string
  html: string
  text: string
  headers: string
  /** what it brings or speaks of, as whoever wrote it names that; null for most */
  about: string | null
  /** bounced: refused, or come back; complained: called junk; failed: given up after a day of trying */
  state: 'queued' | 'kept' | 'sending' | 'sent' | 'bounced' | 'complained' | 'skipped' | 'failed' | 'unknown'
  error: string | null
  created_at: string
  /** when it was put on its way again; null: when it was written */
  queued_at: string | null
  /** when the last byte but one was with the server: from here on a crash leaves the letter `unknown` */
  dispatched_at: string | null
  settled_at: string | null
}

/** Addresses that get nothing any more, as a keyed hash: the list can be kept even where the person is forgotten. */
export type SuppressionRow = { email_hash: string; reason: 'left' | 'bounced' | 'complained' | 'erased'; at: string }

declare module '#server/db.ts' {
  interface Tables {
    letters: LetterRow
    suppressions: SuppressionRow
  }
}

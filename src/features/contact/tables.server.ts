export type ContactMessageRow = {
  id: string
  name: string
  email: string
  message: string
  /** held: it looks like an advertisement, so the author is not written to about it */
  state: 'new' | 'held' | 'read'
  /** the same words from the same person within a few minutes are one message */
  dedupe_key: string
  created_at: string
  /** thrown away, and gone for good once housekeeping comes by */
  deleted_at: string | null
}

declare module '#server/db.ts' {
  interface Tables {
    contact_messages: ContactMessageRow
  }
}

import type { Db } from './db.ts'

/** Everything the site may hold of a person. */
export type TraceName =
  | 'listEntries'
  | 'arcRequests'
  | 'groupEntries'
  | 'consents'
  | 'messages'
  | 'letters'
  | 'links'
  | 'syncs'
  | 'jobs'

/**
 * Whose rows are looked for. The databases make letters small in ways of their own, so the domain, which is plain in every
 * address, narrows it down, and whether it is really she is asked here.
 */
export type Whose = { email: string; domain: string; isHers: (address: string | null) => boolean }

/** A line on the page of the person. */
export type TraceLine = { what: string; at: string; note: string; href: string | null }

/** Something of hers: as it is kept, and as a line where the owner should see it. */
export type Trace = { id: string; row: object; line: TraceLine | null }

/** A room that may hold something of a person: what of hers is there, and how it is forgotten. */
export type TraceHolder = {
  name: TraceName
  find: (db: Db, whose: Whose) => Promise<Trace[]>
  /** in one transaction with all others */
  erase: (tx: Db, ids: readonly string[], whose: Whose) => Promise<void>
}

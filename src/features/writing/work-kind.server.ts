import type { RawBuilder, SqlBool } from 'kysely'
import type { z } from 'zod/mini'
import type { Db, Tables } from '#server/db.ts'
import type { Format, WorkKind, WorkState } from './contract.ts'

/** The columns that everything written at the desk has. */
export type WorkRow = {
  id: string
  title: string
  slug: string
  content: string
  /** how that is read */
  format: Format
  /** an https address, or the path of one of our own pictures */
  cover_image: string | null
  is_published: 0 | 1
  is_sample: 0 | 1
  /** counts its saves */
  version: number
  created_at: string
  updated_at: string
  /** thrown away, and not yet gone */
  deleted_at: string | null
}

type WorkTable = { [Name in keyof Tables]: Tables[Name] extends WorkRow ? Name : never }[keyof Tables]

/** What every input names. */
export type WorkInput = {
  title: string
  slug: string | null
  content: string
  coverImage: string | null
  isPublished: boolean
  format?: Format | undefined
  /** the save she has been looking at */
  version?: number | undefined
}

/** What the owner is told beside what readers are. */
export type Owned = { isPublished: boolean; state: WorkState; version: number }

/** The one moment of a save, what stood there before, and the words of it that readers see. */
export type Saving<Row> = { at: Date; before: Row | null; words: string }

/** What every item carries: enough to read its words. */
export type WorkItem = { content: string; format: Format }

/** What tells one kind of work from another. `Own` are the columns that only it has. */
export type Kind<Own extends object, Input extends WorkInput, Item extends WorkItem, Around extends object> = {
  /** also the word for one of them */
  kind: WorkKind
  table: WorkTable
  columns: readonly (keyof Own & string)[]
  /** where it stands on the site, and under /api */
  path: string
  input: z.ZodMiniType<Input>
  /** the column that says from when readers may see it, and how a moment is written there; null: as soon as it is published */
  appears: { column: keyof Own & string; moment: (now: Date) => string } | null
  /** what else must be true of it before readers see it */
  isOutOnlyIf?: RawBuilder<SqlBool>
  /** the site's snapshot speaks of it, and is read anew when it changes */
  isInSnapshot?: true
  /** columns of prose beside its content */
  prose?: readonly (keyof Own & string)[]
  /** as they stand on the site, and at the desk */
  order: { readers: RawBuilder<unknown>; owner: RawBuilder<unknown> }
  ownColumns: (input: Input, saving: Saving<WorkRow & Own>) => Own
  /** columns that are made when it is saved and never read with the others */
  drawn?: (row: WorkRow & Own, before: (WorkRow & Own) | null) => Record<string, string>
  afterSave?: (tx: Db, row: WorkRow & Own, at: Date) => Promise<void>
  /** how a row becomes what goes over the wire; what has to be known for that is asked once for all of them */
  toItem: (db: Db, now: Date) => Promise<(row: WorkRow & Own, state: WorkState) => Item>
  /** what else a reader gets with a single one */
  around: (db: Db, row: WorkRow & Own, now: Date) => Promise<Around>
}

import type { DraftKind, WorkKind } from './contract.ts'

declare module '#server/db.ts' {
  interface Tables {
    working_copies: WorkingCopyRow
    versions: VersionRow
    reading_links: ReadingLinkRow
  }
}

export type WorkingCopyRow = {
  kind: DraftKind
  /** 'new' for what has not been saved even once */
  item_id: string
  /** JSON */
  fields: string
  base_version: number
  writer: string
  saved_at: string
}

/** A work as one of its saves left it. */
export type VersionRow = {
  kind: WorkKind
  item_id: string
  version: number
  saved_at: string
  title: string
  words: number
  /** a JSON list of the pictures it shows */
  pictures: string
  /** JSON: the columns of the work, but for what was drawn for it */
  row: string
}

export type ReadingLinkRow = {
  id: string
  kind: WorkKind
  item_id: string
  token_hash: string
  created_at: string
  expires_at: string
}

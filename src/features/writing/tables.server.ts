import type { WorkKind } from './contract.ts'

declare module '#server/db.ts' {
  interface Tables {
    working_copies: WorkingCopyRow
  }
}

export type WorkingCopyRow = {
  kind: WorkKind
  /** 'new' for what has not been saved even once */
  item_id: string
  /** JSON */
  fields: string
  base_version: number
  writer: string
  saved_at: string
}

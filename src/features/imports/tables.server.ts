declare module '#server/db.ts' {
  interface Tables {
    imported: ImportedRow
    old_addresses: OldAddressRow
  }
}

/** A post that came from another site. */
export type ImportedRow = {
  /** by which that site, and no other, knew it */
  old_id: string
  post_id: string
  /** the save that brought it: a later one is hers */
  version: number
  /** pictures that were not in the file */
  missing: number
}

export type OldAddressRow = {
  /** a path of the old site, as `toOldAddress` writes it */
  address: string
  post_id: string
}

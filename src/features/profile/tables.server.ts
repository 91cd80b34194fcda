declare module '#server/db.ts' {
  interface Tables {
    profile: ProfileRow
  }
}

/** Who the author is: one row. */
export type ProfileRow = {
  id: 1
  /** JSON, as `profileInput` takes it */
  fields: string
  is_sample: number
  /** counts its saves: whoever saves an older one is told */
  version: number
  saved_at: string
}

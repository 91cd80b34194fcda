declare module '#server/db.ts' {
  interface Tables {
    images: ImageRow
  }
}

export type ImageRow = {
  id: string
  width: number
  height: number
  created_at: string
  /** when it was first seen that nothing names it any more */
  unused_since: string | null
}

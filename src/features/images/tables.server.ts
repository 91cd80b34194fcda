declare module '#server/db.ts' {
  interface Tables {
    images: ImageRow
  }
}

export type ImageRow = {
  id: string
  width: number
  height: number
  /** #rrggbb, the one most of it has; null for those that came before anybody looked */
  colour: string | null
  created_at: string
  /** when it was first seen that nothing names it any more */
  unused_since: string | null
}

declare module '#server/db.ts' {
  interface Tables {
    group_members: GroupMemberRow
  }
}

/** The voracious readers: whom the owner brought along, or who came from the provider's group. */
export type GroupMemberRow = {
  id: string
  /** normalised: trimmed, lower case */
  email: string
  /** how she agreed, in the owner's words */
  basis: string
  source: 'import' | 'provider'
  added_at: string
  left_at: string | null
}

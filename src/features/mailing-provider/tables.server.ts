declare module '#server/db.ts' {
  interface Tables {
    provider_syncs: ProviderSyncRow
  }
}

/** One push of the group to the provider, and what was taken back from there. It goes on where it stopped. */
export type ProviderSyncRow = {
  id: string
  state: 'pushing' | 'fetching' | 'done' | 'failed'
  group_id: string | null
  /** pushing: the last address done; fetching: `status cursor` */
  position: string
  total: number
  successful: number
  failed: number
  skipped: number
  /** a JSON list of sentences */
  errors: string
  /** what it is waiting for at the moment, in words for the owner */
  trouble: string | null
  created_at: string
  finished_at: string | null
}

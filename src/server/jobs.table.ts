/** Work to be done later, written in the same transaction as its cause. */
export type JobRow = {
  id: string
  kind: string
  payload: string
  state: 'queued' | 'running' | 'failed'
  run_at: string
  attempts: number
  /** since when it has failed and nothing else was to blame; null: it has not */
  trying_since: string | null
  /** until when the process that runs it may be believed alive */
  lease_until: string | null
  last_error: string | null
  created_at: string
}

declare module '#server/db.ts' {
  interface Tables {
    jobs: JobRow
  }
}

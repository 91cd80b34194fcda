declare module '#server/db.ts' {
  interface Tables {
    removed_samples: RemovedSamplesRow
  }
}

/** What was taken away of the sample and can be brought back: one row, or none. */
export type RemovedSamplesRow = {
  id: 1
  /** JSON: by the name of its holder, what that needs to bring it back */
  kept: string
  removed_at: string
}

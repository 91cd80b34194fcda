/** How often something was done in a stretch of time. Shared by all nodes, kept over restarts. */
export type RateCountRow = { key: string; count: number; resets_at: string }

/** The salt of one day, thrown away soon after: then nobody can tell whose visit a hash was. */
export type DaySaltRow = { day: string; salt: string }

declare module '#server/db.ts' {
  interface Tables {
    rate_counts: RateCountRow
    day_salts: DaySaltRow
  }
}

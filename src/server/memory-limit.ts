import type { Limit } from './rate-limit.ts'

/**
 * As `countWithin`, but in the memory of this process: for what comes so often that a row for each would be the greater
 * harm. With more keys than it can hold, those it does not know yet are over the limit.
 */
export function createMemoryLimit({ most, seconds }: Limit, mostKeys = 50_000) {
  let counts = new Map<string, number>()
  let resetsAt = 0
  return function isWithin(key: string, now: Date): boolean {
    const at = now.getTime()
    // Further ahead than one window only after the clock was set back.
    if (at >= resetsAt || resetsAt - at > seconds * 1_000) {
      counts = new Map()
      resetsAt = at + seconds * 1_000
    }
    const count = (counts.get(key) ?? 0) + 1
    if (count > most || (count === 1 && counts.size >= mostKeys)) return false
    counts.set(key, count)
    return true
  }
}

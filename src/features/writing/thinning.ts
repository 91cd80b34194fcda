const hour = 3_600_000
const day = 24 * hour
const week = 7 * day

/** Weeks begin on a Monday; the epoch was a Thursday. */
const firstMonday = 4 * day

type Save = { savedAt: string }

/**
 * Which of a work's saves, oldest first, need not be kept. What stays: all of the last day, the last of each hour for a
 * week, the last of each day for ninety days, then the last of each week; the first and the newest always.
 */
export function superfluous<S extends Save>(saves: readonly S[], now: Date): S[] {
  return saves.filter((save, index) => {
    const next = saves[index + 1]
    if (index === 0 || !next) return false
    const span = spanOf(save, now)
    return span !== null && span === spanOf(next, now)
  })
}

/** The hour, day or week of which one save is enough; null for what is younger than a day. */
function spanOf({ savedAt }: Save, now: Date): string | null {
  const at = Date.parse(savedAt)
  const age = now.getTime() - at
  if (age < day) return null
  if (age < week) return `hour ${Math.floor(at / hour)}`
  if (age < 90 * day) return `day ${Math.floor(at / day)}`
  return `week ${Math.floor((at - firstMonday) / week)}`
}

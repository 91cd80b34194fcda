import { isWholeSite } from '#server/backup/shelf.ts'

type Named = { name: string; madeAt: string }

const days = 7
const weeks = 4
const months = 12
const beforeChanges = 3

/**
 * Which may go. The newest of each of the last days, weeks and months that have one stays: counted by those there are, so
 * that a site which rested for a year still has its last. Of the copies made before a change of the tables, a few.
 */
export function outdated(kept: readonly Named[]): string[] {
  const newestFirst = [...kept].sort((a, b) => (a.name < b.name ? 1 : -1))
  const before = newestFirst.filter((one) => !isWholeSite(one))
  const whole = newestFirst.filter(isWholeSite)
  const staying = new Set([
    ...before.slice(0, beforeChanges),
    ...newestOfEach(whole, dayOf, days),
    ...newestOfEach(whole, weekOf, weeks),
    ...newestOfEach(whole, (one) => dayOf(one).slice(0, 7), months),
  ])
  return newestFirst.filter((one) => !staying.has(one)).map(({ name }) => name)
}

function newestOfEach(newestFirst: Named[], spanOf: (one: Named) => string, most: number): Named[] {
  const first = new Map<string, Named>()
  for (const one of newestFirst) if (!first.has(spanOf(one))) first.set(spanOf(one), one)
  return [...first.values()].slice(0, most)
}

const dayOf = ({ madeAt }: Named) => madeAt.slice(0, 10)

/** Since a Monday long ago. */
function weekOf(one: Named): string {
  const daysSince = (Date.parse(`${dayOf(one)}T00:00:00Z`) - Date.parse('2001-01-01T00:00:00Z')) / 86_400_000
  return String(Math.floor(daysSince / 7))
}

export type LocalTime = { day: string; hour: string }

const quarter = 900_000
const oneDay = 86_400_000
const mostKept = 100
const kept = new Map<string, LocalTime>()
const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const twoDigits = { month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', ...twoDigits, hourCycle: 'h23' })
  formats.set(timeZone, format)
  return format
}

function partsOf(at: Date, zone: string): Record<string, string> {
  const parts = formatFor(zone).formatToParts(at)
  return Object.fromEntries(parts.map(({ type, value }) => [type, value]))
}

/** Day and hour where the author lives. Clocks change on a quarter of an hour, so one answer is good for all of it. */
export function localTime(at: Date, zone: string): LocalTime {
  const key = `${Math.floor(at.getTime() / quarter)} ${zone}`
  const known = kept.get(key)
  if (known) return known
  const part = partsOf(at, zone)
  const time = { day: `${part.year}-${part.month}-${part.day}`, hour: part.hour ?? '00' }
  if (kept.size >= mostKept) kept.clear()
  kept.set(key, time)
  return time
}

/** A calendar day so many days after another. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * oneDay).toISOString().slice(0, 10)
}

/** What clocks show there, read as UTC. */
function shownAt(at: number, zone: string): number {
  const { year, month, day, hour, minute } = partsOf(new Date(at), zone)
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute))
}

/** The first moment at which it is this hour of this day where the author lives; where clocks leave it out, when they do. */
export function momentOf(day: string, hour: number, zone: string): Date {
  const shown = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
  const asFarOffAs = (near: number) => shown - (shownAt(near, zone) - near)
  const [asBefore, asAfter] = [asFarOffAs(shown - oneDay), asFarOffAs(shown + oneDay)]
  const hasChanged = shownAt(asBefore, zone) !== shown && shownAt(asAfter, zone) === shown
  return new Date(hasChanged ? asAfter : asBefore)
}

/** When the week's letter goes out. */
export const letterHour = 8

/** The Monday on which this hour has not struck yet where the author lives. */
export function nextMonday(now: Date, hour: number, zone: string): string {
  const { day } = localTime(now, zone)
  const monday = addDays(day, (8 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7)
  return momentOf(monday, hour, zone) > now ? monday : addDays(monday, 7)
}

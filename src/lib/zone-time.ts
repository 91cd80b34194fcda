export type LocalTime = { day: string; hour: string }

const quarter = 900_000
const mostKept = 100
const kept = new Map<string, LocalTime>()
const formats = new Map<string, Intl.DateTimeFormat>()

function formatFor(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const twoDigits = { month: '2-digit', day: '2-digit', hour: '2-digit' } as const
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', ...twoDigits, hourCycle: 'h23' })
  formats.set(timeZone, format)
  return format
}

/** Day and hour where the author lives. Clocks change on a quarter of an hour, so one answer is good for all of it. */
export function localTime(at: Date, zone: string): LocalTime {
  const key = `${Math.floor(at.getTime() / quarter)} ${zone}`
  const known = kept.get(key)
  if (known) return known
  const part = Object.fromEntries(
    formatFor(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  )
  const time = { day: `${part.year}-${part.month}-${part.day}`, hour: part.hour ?? '00' }
  if (kept.size >= mostKept) kept.clear()
  kept.set(key, time)
  return time
}

/** A calendar day so many days after another. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** The moment at which it is this hour of this day where the author lives. */
export function momentOf(day: string, hour: number, zone: string): Date {
  const guess = Date.parse(`${day}T${String(hour).padStart(2, '0')}:00:00Z`)
  const shown = localTime(new Date(guess), zone)
  return new Date(guess + (guess - Date.parse(`${shown.day}T${shown.hour}:00:00Z`)))
}

/** When the week's letter goes out. */
export const letterHour = 8

/** The Monday on which this hour has not struck yet where the author lives. */
export function nextMonday(now: Date, hour: number, zone: string): string {
  const { day } = localTime(now, zone)
  const monday = addDays(day, (8 - new Date(`${day}T00:00:00Z`).getUTCDay()) % 7)
  return momentOf(monday, hour, zone) > now ? monday : addDays(monday, 7)
}

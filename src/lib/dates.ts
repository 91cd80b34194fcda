const months = 'January February March April May June July August September October November December'.split(' ')

/**
 * '2025-11-01' → 'November 1, 2025'. Calendar dates carry no zone: reading and writing them both in UTC keeps "November 1"
 * from becoming "October 31" for a reader in Vancouver. By hand: `Intl` takes 20 ms to open its first calendar.
 */
export function formatDate(isoDate: string): string {
  const date = new Date(isoDate)
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

/**
 * The day a moment had where the author lives. Midnight in UTC is what a day without a time is filed as, and stays that
 * day.
 */
export function formatMoment(at: string, timeZone: string): string {
  if (at.endsWith('T00:00:00.000Z')) return formatDate(at)
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(new Date(at))
}

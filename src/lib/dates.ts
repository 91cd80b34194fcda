const months = 'January February March April May June July August September October November December'.split(' ')

/**
 * '2025-11-01' → 'November 1, 2025'. Calendar dates carry no zone: reading and writing them both in UTC keeps "November 1"
 * from becoming "October 31" for a reader in Vancouver. By hand: `Intl` takes 20 ms to open its first calendar.
 */
export function formatDate(isoDate: string): string {
  const date = new Date(isoDate)
  return `${months[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}

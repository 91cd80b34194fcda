// Calendar dates carry no zone: reading and writing them both in UTC keeps "November 1" from becoming
// "October 31" for a reader in Vancouver.
const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** '2025-11-01' → 'November 1, 2025' */
export function formatDate(isoDate: string): string {
  return longDate.format(new Date(isoDate))
}

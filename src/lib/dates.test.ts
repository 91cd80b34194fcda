import { expect, onTestFinished, test, vi } from 'vitest'
import { formatDate } from './dates.ts'

test('a calendar date reads as it is written', () => {
  expect(formatDate('2025-11-01')).toBe('November 1, 2025')
})

test('every day of a leap year reads as the browser would write it', () => {
  const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
  for (let day = 0; day < 366; day++) {
    const date = new Date(Date.UTC(2024, 0, 1 + day))
    expect(formatDate(date.toISOString().slice(0, 10))).toBe(longDate.format(date))
  }
})

test.each([
  ['America/Vancouver', 17],
  ['Pacific/Kiritimati', 14],
] as const)('it is the same day for a reader in %s', (zone, hour) => {
  vi.stubEnv('TZ', zone)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(new Date('2025-11-01').getHours()).toBe(hour)
  expect(formatDate('2025-11-01')).toBe('November 1, 2025')
})

import { afterEach, expect, test } from 'vitest'
import { formatDate } from './dates.ts'

const zone = process.env.TZ
afterEach(() => {
  process.env.TZ = zone
})

test.each(['America/Vancouver', 'UTC', 'Pacific/Kiritimati'])('a calendar date is the same day in %s', (tz) => {
  process.env.TZ = tz
  expect(formatDate('2025-11-01')).toBe('November 1, 2025')
})

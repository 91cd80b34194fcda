import { expect, test } from 'vitest'
import { addDays, localTime, momentOf } from './zone-time.ts'

const halfWay = ['Asia/Kolkata', 'Asia/Kathmandu', 'America/St_Johns', 'Australia/Adelaide', 'Australia/Lord_Howe']
const farAway = ['Pacific/Auckland', 'Pacific/Chatham', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']
const changedAtMidnight = ['America/Havana', 'America/Santiago', 'Africa/Cairo', 'Asia/Beirut']

test.each([...['UTC', 'Europe/London', 'America/Halifax'], ...halfWay, ...farAway, ...changedAtMidnight])(
  'in %s every day of a year begins at its midnight, and where there is none, an hour later',
  (zone) => {
    for (let day = '2026-01-01'; day < '2027-01-01'; day = addDays(day, 1)) {
      const midnight = momentOf(day, 0, zone)
      const around = [new Date(midnight.getTime() - 1), midnight].map((at) => localTime(at, zone).day)
      expect(around, day).toEqual([addDays(day, -1), day])
    }
  },
)

test.each([
  ['Asia/Kolkata', '2026-03-02', '2026-03-02T02:30:00.000Z'],
  ['Australia/Lord_Howe', '2026-04-05', '2026-04-04T21:30:00.000Z'],
  ['Pacific/Auckland', '2026-04-04', '2026-04-03T19:00:00.000Z'],
  ['Pacific/Auckland', '2026-04-05', '2026-04-04T20:00:00.000Z'],
  ['Pacific/Auckland', '2026-09-27', '2026-09-26T19:00:00.000Z'],
  ['America/Halifax', '2026-03-08', '2026-03-08T11:00:00.000Z'],
  ['America/Halifax', '2026-11-01', '2026-11-01T12:00:00.000Z'],
])('eight o’clock in %s on %s is eight o’clock, also on a day on which clocks change', (zone, day, moment) => {
  expect(momentOf(day, 8, zone).toISOString()).toBe(moment)
})

test('any day that can be typed has a midnight', () => {
  for (const day of ['0001-01-01', '0999-12-31', '9999-12-31']) {
    expect(momentOf(day, 0, 'Asia/Kolkata').toISOString(), day).toMatch(/Z$/)
  }
})

import { expect, test } from 'vitest'
import { appearance, toDateFields, toMoment } from './published-date.ts'

const now = new Date('2026-01-15T12:00:00Z')
const date = (publishedDate: string, publishedTime = '') => ({ publishedDate, publishedTime })

test('a day without a time means nine in the morning, by the author’s own clock', () => {
  expect(toMoment(date('2027-01-15'), null, now)).toBe('2027-01-15T14:00:00.000Z')
  expect(toMoment(date('2027-07-15'), null, now)).toBe('2027-07-15T13:00:00.000Z')
})

test('a day with a time means that time', () => {
  expect(toMoment(date('2027-01-15', '21:30'), null, now)).toBe('2027-01-16T02:30:00.000Z')
  expect(toMoment(date('2026-01-15', '03:00'), null, now)).toBe('2026-01-15T08:00:00.000Z')
})

test('today without a time means now', () => {
  expect(toMoment(date('2026-01-15'), null, now)).toBe(now.toISOString())
})

test('no day means no date, whatever the time', () => {
  expect(toMoment(date(''), null, now)).toBeNull()
  expect(toMoment(date('', '10:00'), null, now)).toBeNull()
})

test('a date that was not touched keeps its seconds', () => {
  const before = '2025-12-31T23:59:48.123Z'
  expect(toDateFields(before)).toEqual(date('2025-12-31', '18:59'))
  expect(toMoment(toDateFields(before), before, now)).toBe(before)
  expect(toMoment(date('2025-12-31', '19:00'), before, now)).toBe('2026-01-01T00:00:00.001Z')
})

test('what no calendar knows is passed on for the contract to refuse', () => {
  expect(toMoment(date('2027-02-31x'), null, now)).toBe('2027-02-31x')
})

test('the author is told in words when it appears', () => {
  const told = (moment: string | null, willBe: boolean, was = false) => appearance(moment, { willBe, was }, now)
  expect(told('2027-01-15T14:00:00.000Z', true)).toBe('Appears on Friday, 15 January 2027 at 09:00, your time.')
  expect(told(null, true)).toBe('Appears as soon as you save.')
  expect(told('2025-12-25T14:00:00.000Z', true, true)).toBe(
    'Readers see your changes as soon as you save. It is dated Thursday, 25 December 2025.',
  )
  expect(told(null, true, true)).toBe('Readers see your changes as soon as you save.')
  expect(told('2027-01-15T14:00:00.000Z', false)).toBe('Saves a draft. Nobody but you sees it.')
  expect(told(null, false, true)).toBe('Readers no longer see it once you save.')
})

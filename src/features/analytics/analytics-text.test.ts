import { describe, expect, test } from 'vitest'
import { shortNumber } from '#desk/words.ts'
import { nextMonday } from '#lib/zone-time.ts'
import {
  axisLabels,
  beforeWords,
  changeWords,
  comparableBefore,
  firstCounted,
  momentWords,
  roomFor,
  shareWords,
  spanFrom,
  spansOffered,
} from './analytics-text.ts'
import { type Numbers, spans } from './contract.ts'

test('every span of the contract is offered, and an address that names none means thirty days', () => {
  expect(spansOffered).toEqual([...spans])
  const asked = (search: string) => spanFrom(new URLSearchParams(search))
  expect([asked('days=7'), asked('days=365'), asked(''), asked('days=8'), asked('days=7x')]).toEqual([
    7, 365, 30, 30, 30,
  ])
})

test('a change is told in the words one would use', () => {
  const told = [100, 102, 104, 111, 120, 126, 134, 150, 166, 178, 199, 240, 310, 800, 4200].map((now) =>
    changeWords(now, 100),
  )
  expect(told).toEqual([
    'As before',
    'As before',
    'Up a little',
    'Up a tenth',
    'Up a fifth',
    'Up a quarter',
    'Up a third',
    'Up by half',
    'Up two thirds',
    'Up three quarters',
    'Twice as many',
    'Twice as many',
    'Three times as many',
    'Eight times as many',
    '42 times as many',
  ])
  expect([97, 95, 80, 50, 8, 0].map((now) => changeWords(now, 100))).toEqual([
    'Down a little',
    'Down a little',
    'Down a fifth',
    'Down by half',
    'Down nine tenths',
    'Down to none',
  ])
})

test('a span before in which nobody came is told as such, one that was not counted is nothing to compare with', () => {
  expect(beforeWords(5, undefined, 7)).toBe('Nothing to compare with yet.')
  expect(beforeWords(5, 0, 7)).toBe('None in the 7 days before.')
  expect(beforeWords(0, 0, 1)).toBe('None by this hour yesterday.')
  expect(beforeWords(6, 5, 7)).toBe('Up a fifth. 5 in the 7 days before.')
})

test('a span before that was counted in part is nothing to compare with', () => {
  const numbers = { span: 7, from: '2026-01-08', before: { views: 9, visitors: 4 } } as Numbers
  expect(comparableBefore({ ...numbers, since: '2026-01-01' })).toEqual({ views: 9, visitors: 4 })
  expect(comparableBefore({ ...numbers, since: '2026-01-02' })).toBeNull()
  expect(comparableBefore({ ...numbers, since: null })).toBeNull()
})

test('a share is a part of the step before, and never more than all of it', () => {
  expect(shareWords(3, 100)).toBe('3%')
  expect(shareWords(31, 1_000)).toBe('3.1%')
  expect(shareWords(2, 3)).toBe('67%')
  expect(shareWords(1, 5_000_000)).toBe('Under 0.1%')
  expect(shareWords(0, 100)).toBe('None')
  expect(shareWords(0, 0)).toBe('None')
  expect(shareWords(2, 0)).toBe('Nothing to compare with')
  expect(shareWords(3, 2)).toBe('More than that')
})

test('figures are short where there is little room', () => {
  expect([0, 950, 9_500, 40_000, 12_500, 1_500_000, 5_000_000].map(shortNumber)).toEqual([
    '0',
    '950',
    '9,500',
    '40k',
    '12.5k',
    '1.5M',
    '5M',
  ])
})

function seriesOf(days: number, until = '2026-11-15'): Numbers['series'] {
  return Array.from({ length: days }, (_, index) => ({
    at: new Date(Date.parse(until) - (days - 1 - index) * 86_400_000).toISOString().slice(0, 10),
    views: 0,
    visitors: 0,
  }))
}

describe('the names of moments', () => {
  test('days are named in full, and the last is not over', () => {
    const week = seriesOf(7)
    expect(momentWords(week, 0)).toBe('Monday, November 9')
    expect(momentWords(week, 6)).toBe('Today, so far')
    expect(momentWords(seriesOf(365), 0)).toBe('Sunday, November 16, 2025')
  })

  test('hours are named by where they begin and end', () => {
    const hours = ['00', '01', '02'].map((hour) => ({ at: `2026-11-15T${hour}`, views: 0, visitors: 0 }))
    expect(momentWords(hours, 0)).toBe('00:00 to 01:00')
    expect(momentWords(hours, 2)).toBe('02:00 to 03:00, so far')
    expect(roomFor(hours)).toBe(24)
    expect(axisLabels(hours).map(({ words }) => words)).toContain('21:00')
  })

  test('below the axis there are few of them, fewer on a phone, and none twice', () => {
    for (const days of [7, 30, 90, 365]) {
      const labels = axisLabels(seriesOf(days))
      expect(labels.length).toBeLessThanOrEqual(8)
      expect(labels.filter(({ isOnPhones }) => isOnPhones).length).toBeLessThanOrEqual(4)
      expect(labels.at(-1)).toEqual({ index: days - 1, words: 'Today', isOnPhones: true })
      expect(new Set(labels.map(({ words }) => words)).size).toBe(labels.length)
      expect(labels.map(({ index }) => index)).toEqual(labels.map(({ index }) => index).sort((a, b) => a - b))
    }
  })
})

test('days before anybody was counted are not drawn as days without visitors', () => {
  const series = seriesOf(7)
  expect(firstCounted({ series, since: '2026-11-13' })).toBe(4)
  expect(firstCounted({ series, since: '2024-01-01' })).toBe(0)
})

test('the next letter goes out on the Monday whose hour has not struck where the author lives', () => {
  // Toronto is five hours behind in November: 13:00 UTC is 8:00 there.
  expect(nextMonday(new Date('2026-11-15T12:00:00Z'), 8, 'America/Toronto')).toBe('2026-11-16')
  expect(nextMonday(new Date('2026-11-16T12:59:00Z'), 8, 'America/Toronto')).toBe('2026-11-16')
  expect(nextMonday(new Date('2026-11-16T13:00:00Z'), 8, 'America/Toronto')).toBe('2026-11-23')
})

import { describe, expect, test } from 'vitest'
import type { Campaign } from './contract.ts'
import { progressWords, secondsLeft, tenthsDone } from './progress.ts'

const campaign: Campaign = {
  id: 'c',
  title: 'Lanterns',
  fileName: 'true-veil-blues.epub',
  state: 'sending',
  trouble: null,
  startsIn: null,
  createdAt: '2026-01-15T12:00:00.000Z',
  finishedAt: null,
  total: 1_284,
  sent: 412,
  failed: 3,
  skipped: 0,
  stopped: 0,
  unknown: 1,
  kept: 0,
  bounced: 0,
  complained: 0,
  fetched: null,
  pending: 868,
  putOff: 0,
  nextTryAt: null,
  secondsLeft: 87,
  slow: null,
}

test('progress is told in one line, with what there is to tell', () => {
  expect(progressWords(campaign, 229)).toBe('412 of 1,284 sent · 3 failed · 1 uncertain · about 4 min left')
  expect(progressWords({ ...campaign, failed: 0, unknown: 0 }, 59)).toBe('412 of 1,284 sent · less than a minute left')
  expect(progressWords({ ...campaign, failed: 0, unknown: 0, skipped: 2 }, null)).toBe('412 of 1,284 sent · 2 left out')
  expect(progressWords({ ...campaign, failed: 0, unknown: 0 }, 4 * 3_600)).toContain('about 4 h left')
})

describe('the time that is left', () => {
  const since = { at: 0, pending: 968 }

  test('is at first what the pace allows', () => {
    expect(secondsLeft(campaign, since, 9_000)).toBe(87)
  })
  test('is soon what was really seen: a hundred in twenty seconds', () => {
    expect(secondsLeft(campaign, since, 20_000)).toBe(174)
  })
  test('is not guessed while nothing moves or nothing may', () => {
    expect(secondsLeft(campaign, { at: 0, pending: 868 }, 60_000)).toBe(87)
    expect(secondsLeft({ ...campaign, state: 'paused' }, since, 20_000)).toBeNull()
  })
})

test('what begins slowly tells of days, never of minutes', () => {
  const slow = { ...campaign, total: 525, sent: 12, failed: 0, unknown: 0, slow: { today: 50, nextAt: null } }
  expect(secondsLeft(slow, { at: 0, pending: 968 }, 20_000)).toBeNull()
  expect(progressWords(slow, null)).toBe('12 of 525 sent · 50 today, the rest on the days after')
  const rested = { ...slow, sent: 50, slow: { today: 50, nextAt: '2026-01-16T12:00:00.000Z' } }
  expect(progressWords(rested, null)).toBe('50 of 525 sent')
})

test('it is read aloud every ten percent', () => {
  expect(tenthsDone(campaign)).toBe(3)
  expect(tenthsDone({ ...campaign, pending: 0 })).toBe(10)
})

test('a mailbox that is full, or a server that is away, is given no time', () => {
  const waiting = { ...campaign, pending: 1, putOff: 1 }
  const since = { at: 0, pending: 100 }
  expect(secondsLeft(waiting, since, 60_000)).toBeNull()
  expect(secondsLeft({ ...campaign, trouble: 'The mail server does not answer.' }, since, 60_000)).toBeNull()
  expect(progressWords(waiting, null)).toContain('1 to be tried again')
})

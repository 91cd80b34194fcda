import { describe, expect, test } from 'vitest'
import { allIsWell, newest } from '#tests/support/backups.ts'
import {
  agoInWords,
  backupSize,
  contentWords,
  endingOf,
  missingWords,
  nextWords,
  percentOf,
  placeWords,
  progressAloud,
  triedWords,
  warningsOf,
} from './backups-text.ts'
import type { BackupState } from './contract.ts'

const aState = (part: Partial<BackupState> = {}): BackupState => ({ ...allIsWell, ...part })

test.each([
  [0, '0 kB'],
  [12_400_000, '12.4 MB'],
  [999_900_000, '999.9 MB'],
  [999_990_000, '1.0 GB'],
  [3_260_000_000, '3.3 GB'],
])('%d bytes are told as %s', (bytes, words) => {
  expect(backupSize(bytes)).toBe(words)
})

test.each([
  ['2025-11-16T11:59:40.000Z', 'just now'],
  // her clock may be behind the server's
  ['2025-11-16T12:03:00.000Z', 'just now'],
  ['2025-11-16T11:59:00.000Z', '1 minute ago'],
  ['2025-11-16T03:00:00.000Z', '9 hours ago'],
  ['2025-11-15T03:00:00.000Z', '33 hours ago'],
  ['2025-11-13T03:00:00.000Z', '3 days ago'],
])('at noon of November 16, %s is told as %s', (at, words) => {
  expect(agoInWords(at, Date.parse('2025-11-16T12:00:00.000Z'))).toBe(words)
})

test('what is in one is told without rows and tables', () => {
  const all = '12.4 MB: everything you and your readers have written'
  expect(contentWords({ bytes: 12_400_000, files: 214 })).toBe(`${all}, and 214 files.`)
  expect(contentWords({ bytes: 12_400_000, files: 1 })).toBe(`${all}, and 1 file.`)
  expect(contentWords({ bytes: 12_400_000, files: 0 })).toBe(`${all}. There were no files.`)
})

test('files that are not in it are counted, and none are not spoken of', () => {
  expect(missingWords({ missing: 0 })).toBeNull()
  expect(missingWords({ missing: 1 })).toMatch(/^One file was not where it should be, and is not in it\./)
  expect(missingWords({ missing: 1_200 })).toMatch(/^1,200 files were not where they should be, and are not in it\./)
})

test('where they lie and whether they are sealed are told as they are', () => {
  expect(placeWords({ place: 'folder', isSealed: false })).toMatch(
    /^They lie on the same machine as the site\. Download/,
  )
  expect(placeWords({ place: 'folder', isSealed: true })).toContain('the site, sealed with your passphrase. Download')
  expect(placeWords({ place: 'store', isSealed: true })).toBe('They lie in your store, sealed with your passphrase.')
})

test('a trial is told by how it ended, and none as none', () => {
  expect(triedWords(aState().tried).after).toBe(': every row and file the same.')
  expect(triedWords({ at: newest.madeAt, fault: 'posts: 3 rows differ' }).after).toContain('warning above')
  expect(triedWords(null)).toEqual({ before: expect.stringMatching(/^Not tried yet/), after: '' })
})

test('before the first one, the next is the first', () => {
  expect(nextWords(aState())).toMatch(/^The next /)
  expect(nextWords(aState({ last: null }))).toMatch(/^The first /)
})

describe('warnings', () => {
  const trouble = { at: '2025-11-16T03:00:00.000Z', words: 'ENOSPC: no space left on device' }

  test('there is none while all is well, nor before the first night', () => {
    expect(warningsOf(aState())).toEqual([])
    expect(warningsOf(aState({ last: null, kept: [], tried: null }))).toEqual([])
  })

  test('one that failed brings the words of the server, since when, and what is safe', () => {
    expect(warningsOf(aState({ trouble }))).toEqual([
      expect.objectContaining({
        title: 'The last backup could not be made.',
        since: { words: 'It was last tried on', at: trouble.at },
        safe: 'Your site is not affected, and the earlier backups stay.',
        words: trouble.words,
        act: 'Try again now',
      }),
    ])
  })

  test('where there is no earlier one, none is promised to stay', () => {
    const [warning] = warningsOf(aState({ trouble, last: null, kept: [] }))
    expect(warning?.safe).toBe('Your site is not affected.')
  })

  test('one that is overdue is told once, with the failure if that is known', () => {
    expect(warningsOf(aState({ isOverdue: true }))).toMatchObject([
      { title: 'No backup has been made for more than two days.', since: { at: newest.madeAt }, words: null },
    ])
    expect(warningsOf(aState({ isOverdue: true, trouble }))).toMatchObject([
      { title: 'No backup has been made for more than two days.', since: { at: trouble.at }, words: trouble.words },
    ])
    expect(warningsOf(aState({ isOverdue: true, last: null, kept: [] }))).toMatchObject([
      { title: 'No backup has been made yet.', since: null },
    ])
  })

  test('a trial that failed is a matter of its own', () => {
    const tried = { at: newest.madeAt, fault: 'posts: 3 rows differ' }
    expect(warningsOf(aState({ tried }))).toMatchObject([{ words: tried.fault, act: 'Make a new one now' }])
    // One button is enough for both.
    expect(warningsOf(aState({ tried, trouble }))).toMatchObject([
      { words: trouble.words, act: 'Try again now' },
      { words: tried.fault, act: null },
    ])
  })
})

test('how far it is is read aloud in steps of ten', () => {
  expect(percentOf(0.29)).toBe(29)
  expect(progressAloud(0.29)).toBe('Backing up: 20 percent')
  expect(progressAloud(1)).toBe('Backing up: 100 percent')
  expect(progressAloud(null)).toBe('')
})

test('one was made only if there is a newer one than before', () => {
  expect(endingOf('b-1', aState())).toBe('made')
  expect(endingOf(null, aState())).toBe('made')
  expect(endingOf(newest.name, aState())).toBe('cut short')
  expect(endingOf(null, aState({ last: null }))).toBe('cut short')
  expect(endingOf(newest.name, aState({ trouble: { at: newest.madeAt, words: 'no' } }))).toBe('failed')
})

import { expect, test } from 'vitest'
import { readingMinutes } from '#lib/word-count.ts'
import { lengthLine } from './story-length.ts'

test.each([
  [2_140, '2,140 words · about 9 minutes'],
  [20_000, '20,000 words · about 83 minutes'],
  [1, '1 word · about 1 minute'],
])('%d words are told as “%s”', (words, line) => {
  expect(lengthLine({ wordCount: words, readingMinutes: readingMinutes(words) })).toBe(line)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerpt } from './excerpt.ts'

test('a short text is left alone but for its spaces', () => {
  expect(excerpt('  One\n line. ')).toBe('One line.')
})

test('a long text ends at a word, with an ellipsis, within 160 characters', () => {
  const cut = excerpt('word '.repeat(60))
  expect(cut).toMatch(/word…$/)
  expect(cut.length).toBeLessThanOrEqual(160)
})

test('no text at all exceeds the limit or ends in half a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (text) => {
      const cut = excerpt(text)
      expect(cut.length).toBeLessThanOrEqual(160)
      expect(cut).not.toMatch(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])/)
    }),
  )
})

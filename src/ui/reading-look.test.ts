import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  largerBy,
  lookWords,
  readingSizes,
  readingSpacings,
  readingThemes,
  readingWidths,
  readLook,
} from './reading-look.ts'

const usual = { theme: null, size: 20, width: 62, spacing: 168 } as const

test('whoever has chosen nothing reads at 20 pixels, 62 characters wide, 1.68 apart, in the light of the site', () => {
  expect(readLook('')).toEqual(usual)
})

test('every look that can be chosen is read back as it was written', () => {
  const looks = fc.record({
    theme: fc.constantFrom(null, ...readingThemes),
    size: fc.integer({ min: 8, max: 16 }).map((half) => half * 2),
    width: fc.constantFrom(...readingWidths),
    spacing: fc.constantFrom(...readingSpacings),
  })
  fc.assert(
    fc.property(looks, (look) => {
      expect(readLook(lookWords(look))).toEqual(look)
    }),
  )
})

test('whatever else stands in the storage is taken for nothing chosen', () => {
  expect(readLook('pink s19 w61 l1 s s99999 <script>')).toEqual(usual)
})

test('type grows and shrinks by two pixels and stops at 16 and 32', () => {
  expect(largerBy(1, usual)).toBe(22)
  expect(largerBy(-1, usual)).toBe(18)
  expect(largerBy(99, usual)).toBe(readingSizes.largest)
  expect(largerBy(-99, usual)).toBe(readingSizes.smallest)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bareIsbn, faultOfIsbn } from './isbn.ts'

test.each(['9780306406157', '978-0-306-40615-7', ' 978 0 306 40615 7 ', '9791034512805'])('%s is an ISBN', (isbn) => {
  expect(faultOfIsbn(isbn)).toBeNull()
})

test.each(['', '0306406152', '97803064061570', '978030640615X', '9770306406157'])('%s is none', (isbn) => {
  expect(faultOfIsbn(isbn)).toContain('13 digits')
})

test('one wrong digit is noticed, wherever it stands', () => {
  const right = '9780306406157'
  fc.assert(
    fc.property(fc.integer({ min: 3, max: 12 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
      const wrong = (Number(right[at]) + by) % 10
      expect(faultOfIsbn(right.slice(0, at) + wrong + right.slice(at + 1))).toContain('does not fit')
    }),
  )
})

test('hyphens and blanks are not part of it', () => {
  expect(bareIsbn('978-0 306-40615-7')).toBe('9780306406157')
})

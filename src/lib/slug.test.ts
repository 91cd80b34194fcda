import fc from 'fast-check'
import { expect, test } from 'vitest'
import { longestSlug, slugPattern, toSlug } from './slug.ts'

test.each([
  ['The Quiet Room', 'the-quiet-room'],
  ['  --Left, at the Lamp!  ', 'left-at-the-lamp'],
  ['A Polite Man (2024)', 'a-polite-man-2024'],
  ['été', 't'],
  ['…', ''],
])('%s becomes %s', (title, slug) => {
  expect(toSlug(title)).toBe(slug)
})

test('whatever a title holds, its slug is empty or an address, and the slug of a slug is itself', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
      const slug = toSlug(title)
      expect(slug === '' || (slugPattern.test(slug) && slug.length <= longestSlug)).toBe(true)
      expect(toSlug(slug)).toBe(slug)
    }),
  )
})

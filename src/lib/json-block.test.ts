import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toJsonBlock } from './json-block.ts'

/** Of a million characters five are escaped: left to chance, none of these would ever come. */
const sign = fc.oneof(fc.constantFrom(...'<>&\u2028\u2029'), fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }))

test('whatever goes in comes out the same, and nothing in between can end a script element', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: sign }), (value) => {
      const block = toJsonBlock(value)
      expect(block).not.toMatch(/[<>&\u2028\u2029]/)
      expect(JSON.parse(block)).toEqual(JSON.parse(JSON.stringify(value)))
    }),
  )
})

test('the classic escape attempts stay inside', () => {
  expect(toJsonBlock({ title: '</script><script>alert(1)</script><!--' })).toBe(
    '{"title":"\\u003c/script\\u003e\\u003cscript\\u003ealert(1)\\u003c/script\\u003e\\u003c!--"}',
  )
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#tests/support/long-run.ts'
import { readFrontMatter, withFrontMatter } from './front-matter.ts'

const text = fc.string({ unit: 'binary', maxLength: 80 })
const value = fc.oneof(text, fc.integer(), fc.array(text), fc.dictionary(fc.stringMatching(/^\w+$/), text))

test('whatever stands in it is read as it was written', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.stringMatching(/^[a-z_]{1,12}$/), value), text, (fields, words) => {
      const read = readFrontMatter('a.md', withFrontMatter(fields, words))
      expect([{ ...read.fields }, read.text]).toEqual([{ ...fields }, words])
    }),
    { numRuns: runs.pure },
  )
})

test('what is null is left out, a line is one field, and a hand may leave the quotes away', () => {
  expect(withFrontMatter({ title: 'A\u2028b', tags: ['x'], excerpt: null }, 'Words.')).toBe(
    '---\ntitle: "A\\u2028b"\ntags: ["x"]\n---\n\nWords.\n',
  )
  expect(readFrontMatter('a.md', '---\r\ntitle: The room: a tale\r\nversion: 2\r\n---\r\n\r\nWords.\r\n')).toEqual({
    fields: { title: 'The room: a tale', version: 2 },
    text: 'Words.',
  })
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { runs } from '#tests/support/long-run.ts'
import { asProse, fromPlain } from './as-prose.ts'
import { readText } from './prose.ts'
import { textOf } from './prose-text.ts'

const line = fc.array(
  fc.constantFrom('word', '*', '# ', '> ', '- ', '1. ', '[a](https://b.example)', '\n', '\n\n', ' '),
)

test('a plain text reads the same as prose: what looks like a mark is words', () => {
  fc.assert(
    fc.property(line, (parts) => {
      const text = parts.join('')
      const words = (blocks: ReturnType<typeof readText>) => textOf(blocks).replace(/\s+/g, ' ').trim()
      const prose = readText(asProse(text, 'plain'), 'prose')
      expect(words(prose)).toBe(words(readText(text, 'plain').map(fromPlain)))
    }),
    { numRuns: runs.text },
  )
})

test('prose is as it was, byte for byte', () => {
  expect(asProse('*So*\r\n\r\n\r\n', 'prose')).toBe('*So*\r\n\r\n\r\n')
})

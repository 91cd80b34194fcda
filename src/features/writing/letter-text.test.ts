import { expect, test } from 'vitest'
import { toLetterText } from './letter-text.ts'
import { readProse } from './prose.ts'

test('a list within a list follows its line at once, and no line ends in blanks', () => {
  const source = '- a road\n- a promise\n  - made twice\n- a letter\n\n  of two paragraphs\n'
  expect(toLetterText(readProse(source), 'https://author.example')).toBe(
    '- a road\n- a promise\n  - made twice\n- a letter\n\n  of two paragraphs',
  )
})

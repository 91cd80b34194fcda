import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toPassages } from './manuscript.tsx'

const set = (content: string) => toPassages(content).flatMap(({ paragraphs }) => paragraphs)
const texts = (content: string) => set(content).map(({ text }) => text)

test('a blank line begins a paragraph, however it was typed', () => {
  expect(texts('\n \nOne.\n\nTwo.\r\n\r\nThree.\n \t\n\n\nFour.\n\n')).toEqual(['One.', 'Two.', 'Three.', 'Four.'])
})

test('a single line break stays within its paragraph, and so does every blank', () => {
  expect(texts('A rose\nis  a rose\n\n\tIndented')).toEqual(['A rose\nis  a rose', '\tIndented'])
})

test.each(['* * *', '***', '*', '⁂', '#', '---', '– – –', '~', '  * * *  '])('%s is a break between scenes', (mark) => {
  expect(set(`Before.\n\n${mark}\n\nAfter.\n\nLater.`).map(({ kind }) => kind)).toEqual([
    'first',
    'break',
    'after-break',
    'plain',
  ])
})

test.each(['“—”', '* * * *a', '…', '-'.repeat(30)])('%s is words', (text) => {
  expect(set(text)).toEqual([{ text, kind: 'first' }])
})

test('paragraphs are counted through all passages, and none is lost or doubled', () => {
  const content = Array.from({ length: 600 }, (_, index) => `Paragraph ${index}. ${'word '.repeat(40)}`)
  const passages = toPassages(content.join('\n\n'))
  expect(passages.length).toBeGreaterThan(40)
  expect(passages.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text))).toEqual(content)
  let count = 0
  for (const { from, paragraphs } of passages) {
    expect(from).toBe(count)
    count += paragraphs.length
  }
})

test('whatever is written, no letter of it goes missing', () => {
  const letters = (text: string) => text.replace(/\s+/g, '')
  const writing = fc.array(
    fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('\n', '\n\n', '\r\n', '\t', '* * *')),
  )
  fc.assert(
    fc.property(writing, (parts) => {
      const content = parts.join('')
      expect(letters(texts(content).join(''))).toBe(letters(content))
    }),
  )
})

test('half a million characters of anything are set before anybody loses patience', () => {
  for (const unit of ['\n ', ' \n', '\n\t\t', 'a\n\n', '*', '\r', '\n']) {
    // What grows with the square of the length takes minutes here, and the test's own time runs out.
    expect(toPassages(unit.repeat(500_000 / unit.length))).toBeDefined()
  }
})

import fc from 'fast-check'
import { Transform } from 'prosemirror-transform'
import { expect, test } from 'vitest'
import { plenty } from '#tests/support/long-run.ts'
import { prosePieces } from '#tests/support/prose-pieces.ts'
import { blocksOf, openText, sourceOf } from './editor-doc.ts'
import { schema } from './editor-schema.ts'
import { readProse, readText } from './prose.ts'
import { textOf } from './prose-text.ts'

const often = plenty(20_000, 300)

const sources = fc.array(prosePieces, { maxLength: 40 }).map((all) => all.join(''))

test('a text opened and saved without a change is the same byte for byte', () => {
  fc.assert(
    fc.property(sources, (source) => {
      fc.pre(source.trim() !== '')
      const opened = openText(source, 'prose')
      expect(sourceOf(opened.doc, opened)).toBe(source)
      expect(textOf(blocksOf(opened.doc))).toBe(textOf(readProse(source)))
    }),
    { numRuns: often },
  )
})

test('a word typed into one block leaves the bytes of all others alone', () => {
  fc.assert(
    fc.property(sources, fc.nat(), (source, place) => {
      const opened = openText(source, 'prose')
      const at = place % opened.doc.childCount
      if (opened.doc.child(at).type !== schema.nodes.paragraph) return
      const start = opened.doc.children.slice(0, at).reduce((sum, node) => sum + node.nodeSize, 1)
      const { doc } = new Transform(opened.doc).insert(start, schema.text('Quite'))
      const saved = sourceOf(doc, opened)
      const others = opened.pieces.filter((_, index) => index !== at).map((piece) => piece.source)
      for (const other of others) expect(saved).toContain(other)
      expect(textOf(readProse(saved)).match(/\S+/g)).toEqual(textOf(blocksOf(doc)).match(/\S+/g))
    }),
    { numRuns: often },
  )
})

test('what is typed and taken back again leaves every byte as it was', () => {
  const source = 'One  *two*\n\n* a\n* b\n\n\n__three__\r\n'
  const opened = openText(source, 'prose')
  const typed = new Transform(opened.doc).insert(2, schema.text('x'))
  expect(sourceOf(typed.doc, opened)).not.toBe(source)
  expect(sourceOf(typed.delete(2, 3).doc, opened)).toBe(source)
})

test('a plain text becomes prose with its signs escaped, and reads as it did', () => {
  fc.assert(
    fc.property(sources, (source) => {
      const opened = openText(source, 'plain')
      // A line of signs alone may be a break, which has no words.
      const words = (text: string) => (text.match(/\S+/g) ?? []).filter((word) => /[^*⁂•·~#_=–—-]/.test(word))
      const saved = sourceOf(opened.doc, opened)
      expect(words(textOf(readProse(saved)))).toEqual(words(textOf(readText(source, 'plain'))))
    }),
    { numRuns: often },
  )
})

test('of a plain text three signs are a break, and a dash that somebody says is words', () => {
  const opened = openText('One.\n\n~ ~ ~\n\n—\n\nEnd.', 'plain')
  expect(sourceOf(opened.doc, opened)).toBe('One.\n\n***\n\n—\n\nEnd.')
})

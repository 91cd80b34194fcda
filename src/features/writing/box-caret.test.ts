import fc from 'fast-check'
import type { Node } from 'prosemirror-model'
import { EditorState } from 'prosemirror-state'
import { expect, test } from 'vitest'
import { plenty } from '#tests/support/long-run.ts'
import { prosePieces } from '#tests/support/prose-pieces.ts'
import { standOnPage } from './box-caret.ts'
import { type Format, formats } from './contract.ts'
import { blocksOf, openText, sourceOf } from './editor-doc.ts'
import { textOf } from './prose-text.ts'

const often = plenty(20_000, 100)

function stand(source: string, anchor: number, head = anchor, hasFocus = true, format: Format = 'prose') {
  const opened = openText(source, format)
  return { opened, state: EditorState.create(standOnPage(source, opened, { anchor, head, hasFocus })) }
}

/** Stands where the bar is, or has chosen what is between two, and types that. */
function typedAt(marked: string, words: string, format: Format = 'prose') {
  // A box counts the end of a line as one sign, whatever the source has.
  const [before = '', chosen = '', after] = marked.replaceAll('\r\n', '\n').split('|')
  const head = after === undefined ? before.length : before.length + chosen.length
  const { opened, state } = stand(marked.replaceAll('|', ''), before.length, head, true, format)
  return sourceOf(state.tr.insertText(words).doc, opened)
}

const words = fc.array(fc.constantFrom('Larch', 'a', '“No,”', '😀'), { minLength: 1, maxLength: 4 })
const paragraphs = fc.array(
  words.map((all) => all.join(' ')),
  { minLength: 1, maxLength: 4 },
)

test('in a text of words, what is typed on the page stands where it would have stood in the box', () => {
  fc.assert(
    fc.property(paragraphs, fc.constantFrom('\n\n', '\n'), fc.nat(), (all, between, place) => {
      const source = all.join(between)
      const at = place % (source.length + 1)
      // The blank line itself, and the middle of a sign, are no places to write at.
      fc.pre(source.slice(at - 1, at + 1) !== '\n\n' && !/^[\udc00-\udfff]/.test(source.slice(at)))
      const typed = `${source.slice(0, at)}x${source.slice(at)}`
      expect(typedAt(`${source.slice(0, at)}|${source.slice(at)}`, 'x')).toBe(typed)
    }),
    { numRuns: often },
  )
})

for (const { where, box, page } of [
  { where: 'behind a blank', box: 'One |', page: 'One x' },
  { where: 'behind a blank, before another paragraph', box: 'One |\n\nTwo', page: 'One x\n\nTwo' },
  { where: 'in a line just begun', box: 'One\n|', page: 'One\nx' },
  { where: 'in a paragraph just begun', box: 'One\n\n|', page: 'One\n\nx' },
  { where: 'in one between two', box: 'One\n\n|\n\nTwo', page: 'One\n\nx\n\nTwo' },
  { where: 'in the second of three blank lines', box: 'One\n\n|\nTwo', page: 'One\n\nx\n\nTwo' },
  { where: 'above all', box: '|\n\nOne', page: 'x\n\nOne' },
  { where: 'in the blank line between two', box: 'One\n|\nTwo', page: 'One\n\nx\n\nTwo' },
  { where: 'in nothing', box: '|', page: 'x' },
  { where: 'below blank lines', box: '\n\n|', page: '\n\nx' },
  { where: 'in bold words', box: 'A **bo|ld** one', page: 'A **boxld** one' },
  { where: 'at the end of bold words', box: 'A **bold|** one', page: 'A **boldx** one' },
  { where: 'behind bold words', box: 'A **bold**| one', page: 'A **bold**x one' },
  { where: 'among the signs of a mark', box: 'A **bold*|* one', page: 'A **bold**x one' },
  { where: 'in the address of a link', box: 'A [link](/bo|oks) here', page: 'A [link](/books)x here' },
  { where: 'in a heading', box: '## Ne|ws\n\nOne', page: '## Nexws\n\nOne' },
  { where: 'in a heading just begun', box: 'One\n\n## |', page: 'One\n\n## x' },
  { where: 'before the signs of a heading', box: '|## News', page: '## xNews' },
  { where: 'in a list', box: '- o|ne\n- two', page: '- oxne\n- two' },
  { where: 'in an item just begun', box: '- one\n- |', page: '- one\n- x' },
  { where: 'in a quotation', box: '> one\n> t|wo', page: '> one\n> txwo' },
  { where: 'in a scene break', box: 'One\n\n**|*\n\nTwo', page: 'One\n\n***\n\nxTwo' },
  { where: 'in a picture at the end', box: 'One\n\n![A b|oat](/images/x)', page: 'One\n\n![A boat](/images/x)\n\nx' },
  { where: 'upon words', box: 'One |two| three', page: 'One x three' },
  { where: 'upon words of two paragraphs', box: 'One |two\n\nthree| four', page: 'One x four' },
  { where: 'behind a sign of no alphabet', box: '\ue000 One t|wo', page: '\ue000 One txwo' },
  { where: 'below lines that end as on Windows', box: 'One\r\n\r\nT|wo', page: 'One\n\nTxwo' },
]) {
  test(`whoever stood ${where} writes on there`, () => {
    expect(typedAt(box, 'x')).toBe(page)
  })
}

for (const { where, box, page } of [
  { where: 'at the end', box: 'One\n\nTwo|', page: 'One\n\nTwox' },
  { where: 'in a word', box: 'One\r\n\r\nT|wo', page: 'One\n\nTxwo' },
  { where: 'behind a blank', box: 'One |\n\nTwo', page: 'One x\n\nTwo' },
  { where: 'in a paragraph just begun', box: 'One\n\n|', page: 'One\n\nx' },
  { where: 'among signs that are words there', box: 'A **bold*|* one', page: 'A \\*\\*bold\\*x\\* one' },
  { where: 'in a scene break', box: 'One\n\n**|*\n\nTwo', page: 'One\n\n***\n\nxTwo' },
  { where: 'upon words', box: 'One |two| three', page: 'One x three' },
]) {
  test(`in a text without marks whoever stood ${where} writes on there`, () => {
    expect(typedAt(box, 'x', 'plain')).toBe(page)
  })
}

test('whoever chose words from behind has them chosen so', () => {
  const { state } = stand('One two three', 7, 4)
  expect([state.selection.anchor, state.selection.head]).toEqual([8, 5])
})

test('whoever only looked at the box has the page as its source is, byte for byte', () => {
  const source = 'One \n\nTwo\n'
  for (let at = 0; at <= source.length; at++) {
    const { opened, state } = stand(source, at, at, false)
    expect(state.doc.eq(opened.doc)).toBe(true)
  }
})

test.each(formats)('wherever she stood, the page says what the box said: %s', (format) => {
  fc.assert(
    fc.property(fc.array(prosePieces, { maxLength: 25 }), fc.nat(), fc.nat(), (all, from, to) => {
      const source = all.join('')
      const seen = source.replaceAll('\r\n', '\n')
      const wordsIn = (doc: Node) => textOf(blocksOf(doc)).match(/\S+/g) ?? []
      const bare = (doc: Node) => wordsIn(doc).filter((word) => !/^#+$/.test(word))
      for (const head of [from, to]) {
        const { opened, state } = stand(source, from % (seen.length + 1), head % (seen.length + 1), true, format)
        expect(bare(state.doc)).toEqual(bare(opened.doc))
      }
    }),
    { numRuns: often },
  )
})

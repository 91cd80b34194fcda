import fc from 'fast-check'
import { expect, test } from 'vitest'
import { plenty } from '#tests/support/long-run.ts'
import type { Block, Inline } from './contract.ts'
import { cutProse, readProse } from './prose.ts'
import { settle, writeProse } from './prose-source.ts'
import { textOf } from './prose-text.ts'
import { toInlines } from './runs.ts'

const often = plenty(20_000, 300)

/** Texts full of what could be a mark. */
const marks = fc.constantFrom(
  ...[
    '*',
    '**',
    '_',
    '__',
    '***',
    '#',
    '## ',
    '> ',
    '- ',
    '1. ',
    '+ ',
    '---',
    '***\n',
    '[',
    ']',
    '](',
    ')',
    '!',
    '![',
    '\\',
  ],
  ...[
    '`',
    '```',
    '<b>',
    '</script>',
    '&amp;',
    '&#42;',
    '<!--',
    '\n',
    '\n\n',
    '\n\n\n',
    '\r\n',
    ' ',
    '    ',
    '\t',
    '\u00a0',
  ],
  ...[
    'a',
    'B',
    'é',
    '—',
    '“',
    '”',
    '...',
    '7',
    '😀',
    'ש',
    '(',
    'https://',
    '/images/x',
    'javascript:',
    '"',
    '\ufeff',
    '\u2028',
  ],
)
const sources = fc.array(marks, { maxLength: 40 }).map((parts) => parts.join(''))

test('any text in pieces gives its source back byte for byte', () => {
  fc.assert(
    fc.property(sources, (source) => {
      const { pieces, tail } = cutProse(source)
      expect(pieces.map(({ before, source: own }) => before + own).join('') + tail).toBe(source)
    }),
    { numRuns: often },
  )
})

test('each piece, read by itself, is the block it is in its text', () => {
  fc.assert(
    fc.property(sources, (source) => {
      for (const { block, source: own } of cutProse(source).pieces) {
        if (own !== '') expect(readProse(own)).toEqual([block])
      }
    }),
    { numRuns: often },
  )
})

const words = fc.array(marks, { maxLength: 6 }).map((parts) => parts.join(''))
const runs = fc.array(
  fc.record({
    text: words,
    em: fc.boolean(),
    strong: fc.boolean(),
    href: fc.constantFrom(
      null,
      null,
      null,
      '/books',
      'https://a.example/b_(c)_d',
      'mailto:a@b.example',
      'https://münchen.example/Café?f[a]=1|2&x={y}%',
    ),
  }),
  { maxLength: 5 },
)
const line: fc.Arbitrary<Inline[]> = runs.map(toInlines)
const { block } = fc.letrec<{ block: Block }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ type: fc.constantFrom('p' as const, 'h2' as const, 'h3' as const), children: line }),
    fc.constant({ type: 'break' as const }),
    fc.record({ type: fc.constant('figure' as const), src: fc.constant('/images/x'), alt: words, caption: words }),
    fc.record({ type: fc.constant('quote' as const), children: fc.array(tie('block'), { maxLength: 3 }) }),
    fc.record({
      type: fc.constant('list' as const),
      start: fc.constantFrom(null, 1, 7),
      items: fc.array(fc.array(tie('block'), { maxLength: 2 }), { maxLength: 3 }),
    }),
  ),
}))
const texts = fc.array(block, { maxLength: 5 })

test('what the editor writes is read again with every word, in the same blocks', () => {
  fc.assert(
    fc.property(texts, (blocks) => {
      const settled = settle(blocks)
      const read = readProse(writeProse(blocks))
      expect(wordsOf(read)).toBe(wordsOf(settled))
      expect(read.map(({ type }) => type)).toEqual(withoutEnd(settled).map(({ type }) => type))
    }),
    { numRuns: often },
  )
})

/** Before a paragraph that follows a list blanks are written as no-break spaces. */
function wordsOf(blocks: Block[]): string {
  return textOf(blocks).replaceAll(/[\t\u00a0]/g, ' ')
}

/** Empty lines at the end are not seen by anybody. */
function withoutEnd(blocks: Block[]): Block[] {
  return blocks.slice(0, blocks.findLastIndex((one) => one.type !== 'p' || one.children.length > 0) + 1)
}

/** Sentences as novels have them: words with marks, and what may stand between two words. */
const spoken = fc.array(
  fc.record({
    word: fc.constantFrom('door', 'Larch', 'don’t', 'né', 'I', '1987', 'Wh—'),
    end: fc.constantFrom(' ', ', ', '. ', '?” ', '… ', '! “', ' — ', '\n', '*** ', '_', ' # '),
    mark: fc.constantFrom('', '', 'em', 'strong', 'both'),
    isWithEnd: fc.boolean(),
  }),
  { minLength: 1, maxLength: 12 },
)

test.each([
  'https://a.example/?f[a]=1',
  'https://en.wiki.example/wiki/Café_(bar)',
  'https://münchen.example',
  'https://a.example/?q={x}|y^`"',
  'https://a.example/100%',
  'mailto:x@y.example?subject=a b',
])('a link to %s leaves the marks of its paragraph alone', (href) => {
  const line: Inline[] = [{ type: 'em', children: ['Dear.'] }, ' See ', { type: 'link', href, children: ['it'] }]
  const [block] = readProse(writeProse([{ type: 'p', children: line }]))
  expect(block).toMatchObject({ children: [{ type: 'em' }, ' See ', { type: 'link', children: ['it'] }] })
})

test('an indented paragraph after a list stays in its quotation', () => {
  const quote: Block = {
    type: 'quote',
    children: [
      { type: 'list', start: null, items: [[{ type: 'p', children: ['a'] }]] },
      { type: 'p', children: ['  x ', { type: 'em', children: ['it'] }] },
    ],
  }
  expect(readProse(writeProse([quote]))).toMatchObject([
    { type: 'quote', children: [{ type: 'list' }, { children: [/x /, { type: 'em' }].map(() => expect.anything()) }] },
  ])
})

test('every italic of a sentence is there when it is read again', () => {
  fc.assert(
    fc.property(spoken, (sentence) => {
      const marked = sentence.flatMap(({ word, end, mark, isWithEnd }) => {
        const marks = { em: mark === 'em' || mark === 'both', strong: mark === 'strong' || mark === 'both', href: null }
        const own = { ...marks, text: isWithEnd && / $/.test(end) ? word + end : word }
        return isWithEnd && / $/.test(end) ? [own] : [own, { em: false, strong: false, href: null, text: end }]
      })
      const blocks = settle([{ type: 'p', children: toInlines(marked) }])
      expect(readProse(writeProse(blocks))).toEqual(blocks)
    }),
    { numRuns: often },
  )
})

test.each([
  ['un', 'frigging', 'believable'],
  ['“', 'Now', ',” she said.'],
  ['(', 'why', ')'],
  ['No', '—no!', ' Then'],
  ['I', '—I—', 'I can’t'],
])('emphasis beside letters and signs: %s%s%s', (before, marked, after) => {
  const [block] = readProse(writeProse([{ type: 'p', children: [before, { type: 'em', children: [marked] }, after] }]))
  expect(textOf(block ? [block] : [])).toBe(before + marked + after)
  expect(JSON.stringify(block)).toContain(`"em","children":["${marked.replaceAll(/^[^a-zA-Z]+(?=.)|[—]$/g, '')}`)
})

import type { Block, Heading, Inline, List, Paragraph } from './contract.ts'
import { readProse, toAddress } from './prose.ts'
import { lineOf, textOf } from './prose-text.ts'
import { toInlines, toRuns, unmarked } from './runs.ts'

/**
 * The source of a text that was made or changed in the editor. Whatever is written here is read again before it is
 * believed: what a text means is decided by the parser alone, and so is where a mark must be escaped.
 */
export function writeProse(blocks: readonly Block[]): string {
  return joinPieces(settle(blocks).map(writeBlock))
}

type Joined = { block: Block; source: string; before?: string | undefined }

/** A blank line parts two blocks, and each empty paragraph is one line more; at the end of a text nobody sees one. */
export function joinPieces(pieces: readonly Joined[]): string {
  const last = pieces.findLastIndex(({ block, before }) => !isEmpty(block) || before !== undefined)
  let previous: Block | undefined
  let isAfterList = false
  return pieces
    .slice(0, last + 1)
    .map(({ block, source, before }) => {
      const usual = previous ? (isEmpty(previous) ? '\n' : '\n\n') : ''
      // Blanks at its beginning would make a paragraph part of the list before it.
      const own = isAfterList && before === undefined ? source.replace(/^[ \t]+/, firmly) : source
      previous = block
      if (!isEmpty(block)) isAfterList = block.type === 'list'
      return (before ?? usual) + own
    })
    .join('')
}

/** Within a quotation the same is seen to beforehand, where the block it is compared with can still be changed. */
function withFirmIndent(block: Block): Block {
  if (block.type !== 'p') return block
  const [first, ...rest] = block.children
  if (typeof first !== 'string') return block
  return { type: 'p', children: [first.replace(/^[ \t]+/, firmly), ...rest] }
}

function firmly(blanks: string): string {
  return '\u00a0'.repeat(blanks.length)
}

export function isEmpty(block: Block): boolean {
  return block.type === 'p' && block.children.length === 0
}

export function isSameBlock(one: readonly Block[], other: readonly Block[]): boolean {
  return JSON.stringify(one) === JSON.stringify(other)
}

type Place = 'top' | 'quote' | 'list'

/** Blocks as they can be written: what has no source of its own, such as two lists on end, becomes what has one. */
export function settle(blocks: readonly Block[], place: Place = 'top'): Block[] {
  const settled: Block[] = []
  for (const block of blocks.flatMap((one) => settleOne(one, place))) {
    const last = settled.findLast((one) => !isEmpty(one))
    if (last?.type === 'list' && block.type === 'list' && (last.start === null) === (block.start === null)) {
      settled.splice(settled.indexOf(last), settled.length, { ...last, items: [...last.items, ...block.items] })
    } else if (!isEmpty(block) || place === 'top') {
      settled.push(place !== 'top' && last?.type === 'list' ? withFirmIndent(block) : block)
    }
  }
  return settled
}

function settleOne(block: Block, place: Place): Block[] {
  switch (block.type) {
    case 'p':
      return [{ type: 'p', children: settleLine(block.children, place) }]
    case 'h2':
    case 'h3': {
      const children = settleLine(block.children, 'list', ' ')
      return [children.length > 0 ? { type: block.type, children } : { type: 'p', children }]
    }
    case 'quote': {
      const children = settle(block.children, place === 'list' ? 'list' : 'quote')
      return children.length > 0 ? [{ type: 'quote', children }] : []
    }
    case 'list': {
      const items = block.items.map((item) => settle(item, 'list')).filter((item) => item.length > 0)
      return items.length > 0 ? [{ ...block, items }] : []
    }
    case 'figure':
      return [{ type: 'figure', src: block.src, alt: oneLine(block.alt), caption: oneLine(block.caption) }]
    case 'break':
      return [{ type: 'break' }]
  }
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/**
 * A blank line within a paragraph would end it: it gets a no-break space. What stands before the first line, or after the
 * last word, is not seen. Blanks never stand at both sides of a mark's edge, so each run can be looked at by itself.
 */
function settleLine(inlines: readonly Inline[], place: Place, lineEnd = '\n'): Inline[] {
  const runs = toRuns(
    toInlines(
      toRuns(inlines).map((run) => ({
        ...run,
        text: run.text.replace(/\r\n?|\n/g, lineEnd),
        // Spelled as it is read: of two spellings one would not be believed below.
        href: run.href === null ? null : toAddress(run.href),
      })),
    ),
  )
  const lead = place === 'list' ? /^\s+/ : /^\s*\n/
  return toInlines(
    runs.map((run, index) => {
      const begun = index === 0 ? run.text.replace(lead, '') : run.text
      const ended = index === runs.length - 1 ? begun.trimEnd() : begun
      // How wide a tab is depends on what stands before it in its line, such as the sign of a quotation.
      const even = place === 'top' ? ended : ended.replaceAll('\t', '    ')
      return { ...run, text: even.replace(/\n[ \t]*(?=\n)/g, '\n\u00a0') }
    }),
  )
}

/** A block beside its source: as it is read again, which at worst is without a mark that could not be written. */
type Written = { block: Block; source: string }

/** The source of one settled block. */
export function writeBlock(block: Block): Written {
  if (isEmpty(block)) return { block, source: '' }
  const written = sourceOf(block)
  if (isSameBlock(readProse(written.source), [written.block])) return written
  // Words come before what they stand in.
  const words = textOf([block])
  return { block: { type: 'p', children: [words] }, source: escapeAll(words) }
}

function sourceOf(block: Block): Written {
  switch (block.type) {
    case 'p':
    case 'h2':
    case 'h3':
      return lineSource(block)
    case 'quote': {
      const children = block.children.map(sourceOf)
      const source = prefixed(joinPieces(children), '> ', '> ')
      return { block: { type: 'quote', children: children.map((child) => child.block) }, source }
    }
    case 'list':
      return listSource(block)
    case 'figure': {
      const caption = block.caption && ` "${escapeAll(block.caption)}"`
      return { block, source: `![${escapeAll(block.alt)}](${block.src}${caption})` }
    }
    case 'break':
      return { block, source: '***' }
  }
}

function listSource({ start, items }: List): Written {
  const written = items.map((item) => item.map(sourceOf))
  const sources = written.map((item, index) => {
    const marker = start === null ? '- ' : `${start + index}. `
    return prefixed(joinPieces(item), marker, ' '.repeat(marker.length))
  })
  return {
    block: { type: 'list', start, items: written.map((item) => item.map((child) => child.block)) },
    // Items of several blocks stand apart, as the blocks within them do.
    source: sources.join(items.some((item) => item.length > 1) ? '\n\n' : '\n'),
  }
}

function prefixed(text: string, first: string, further: string): string {
  return text
    .split('\n')
    .map((line, index) => {
      const prefix = index === 0 ? first : further
      return line === '' ? prefix.trimEnd() : prefix + line
    })
    .join('\n')
}

type Style = { em: string; strong: string; words: (text: string) => string }

/** From what looks best to what always holds. */
const styles: Style[] = [(text: string) => text, escapeMarks, escapeAll].flatMap((words) => [
  { em: '*', strong: '**', words },
  { em: '_', strong: '**', words },
  { em: '*', strong: '__', words },
])

const starts = { p: '', h2: '## ', h3: '### ' }

/** Words. A mark that cannot stand where it does lets go of the signs at its edge, or, at worst, of its words. */
function lineSource({ type, children }: Paragraph | Heading): Written {
  const bare = toInlines([{ ...unmarked, text: lineOf(children) }])
  const unlinked = toInlines(toRuns(children).map((run) => ({ ...run, href: null })))
  for (const line of [children, letGoOfSigns(children), unlinked, letGoOfSigns(unlinked), bare]) {
    for (const style of styles) {
      const written = { block: { type, children: line }, source: starts[type] + inlineSource(line, style) }
      if (isSameBlock(readProse(written.source), [written.block])) return written
    }
  }
  return { block: { type, children: bare }, source: starts[type] + escapeAll(lineOf(children)) }
}

function inlineSource(inlines: readonly Inline[], style: Style): string {
  return inlines
    .map((inline) => {
      if (typeof inline === 'string') return style.words(inline)
      const inner = inlineSource(inline.children, style)
      if (inline.type === 'link') return `[${inner}](${escapeAddress(inline.href)})`
      return style[inline.type] + inner + style[inline.type]
    })
    .join('')
}

/** What is a mark anywhere in a line, and what is one at its beginning. */
function escapeMarks(text: string): string {
  return text
    .replace(/[\\*_[\]]/g, '\\$&')
    .replace(/^([ \t]*)([#>+-])/gm, '$1\\$2')
    .replace(/^([ \t]*\d{1,9})([.)])/gm, '$1\\$2')
}

function escapeAll(text: string): string {
  return text.replace(/[!-/:-@[-`{-~]/g, '\\$&')
}

function escapeAddress(href: string): string {
  return href.replace(/[\\()<>&*_[\]]/g, '\\$&')
}

const sign = /[\p{P}\p{S}]/u
const letter = /[^\p{P}\p{S}\s]/u

/** CommonMark knows no emphasis that ends in a dash before a letter, or begins with one after it: the dash goes without. */
function letGoOfSigns(inlines: readonly Inline[]): Inline[] {
  const characters = toRuns(inlines).flatMap((run) => [...run.text].map((text) => ({ ...run, text })))
  for (const mark of ['em', 'strong'] as const) {
    for (const row of [characters, characters.toReversed()]) {
      let hasLetGo = false
      row.forEach((character, index) => {
        const before = row[index - 1]
        const isAtEdge = character[mark] && before && !before[mark] && (hasLetGo || letter.test(before.text))
        hasLetGo = isAtEdge === true && sign.test(character.text)
        if (hasLetGo) character[mark] = false
      })
    }
  }
  return toInlines(characters)
}

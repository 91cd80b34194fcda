import { Fragment, type Node } from 'prosemirror-model'
import { fromPlain } from './as-prose.ts'
import type { Block, Format, Inline } from './contract.ts'
import { schema } from './editor-schema.ts'
import { cutProse, type Piece, readText } from './prose.ts'
import { isEmpty, isSameBlock, joinPieces, settle, writeBlock } from './prose-source.ts'
import { toInlines, toRuns } from './runs.ts'

const { nodes, marks } = schema

/** A text on the editor's table: the document, and the source it was read from. */
export type OpenedText = { doc: Node; pieces: readonly Piece[]; tail: string }

/** Of a plain text nothing is a mark, so all of it is written anew once it becomes prose. */
export function openText(content: string, format: Format): OpenedText {
  if (format === 'plain')
    return { doc: docOf(readText(content, format).map((block) => toNode(fromPlain(block)))), pieces: [], tail: '' }
  const { pieces, tail } = cutProse(content)
  return { doc: docOf(pieces.map(({ block }, index) => toNode(block, index))), pieces, tail }
}

/** Where there is nothing yet, or a picture or a scene break is the last thing, there is a line to go on in. */
export function docOf(blocks: Node[]): Node {
  const last = blocks.at(-1)
  return nodes.doc.create(null, last && !last.isAtom ? blocks : [...blocks, nodes.paragraph.create()])
}

/** The source of a document. A block that still says what it said keeps its bytes, and so does what stands before it. */
export function sourceOf(doc: Node, { pieces, tail }: Pick<OpenedText, 'pieces' | 'tail'>): string {
  const written: { block: Block; source: string; piece: number | null }[] = []
  doc.forEach((node) => {
    const { block, sources, isStill } = known(node)
    const piece: number | null = node.attrs.piece
    const was = piece === null ? undefined : pieces[piece]
    if (was && isStill(was)) written.push({ block, source: was.source, piece })
    else written.push(...sources().map((source) => ({ ...source, piece: null })))
  })
  const last = written.findLast(({ block, piece }) => piece !== null || !isEmpty(block))
  const isWhole = last?.piece === pieces.length - 1
  const joined = joinPieces(
    written.map((one, index) => {
      const isInPlace = one.piece !== null && one.piece === (index === 0 ? 0 : follower(written[index - 1]))
      return { ...one, before: isInPlace ? pieces[one.piece ?? 0]?.before : undefined }
    }),
  )
  return isWhole ? joined + tail : joined
}

function follower(one: { piece: number | null } | undefined): number | null {
  return one && one.piece !== null ? one.piece + 1 : null
}

type Known = {
  block: Block
  sources: () => { block: Block; source: string }[]
  /** whether it says what this piece says */
  isStill: (piece: Piece) => boolean
}
const seen = new WeakMap<Node, Known>()

/** A node never changes: what was found out of it once holds, so a key pressed costs one paragraph and not the book. */
function known(node: Node): Known {
  const before = seen.get(node)
  if (before) return before
  const block = toBlock(node)
  let written: { block: Block; source: string }[] | undefined
  let compared: { piece: Piece; isSame: boolean } | undefined
  const found = {
    block,
    isStill: (piece: Piece) => {
      if (compared?.piece !== piece) compared = { piece, isSame: isSameBlock([block], [piece.block]) }
      return compared.isSame
    },
    sources: () => {
      written ??= settle([block]).map(writeBlock)
      return written
    },
  }
  seen.set(node, found)
  return found
}

export function blocksOf(doc: Node): Block[] {
  return doc.children.map((node) => known(node).block)
}

export function toNode(block: Block, piece: number | null = null): Node {
  const attrs = { piece }
  switch (block.type) {
    case 'p':
      return nodes.paragraph.create(attrs, toInline(block.children))
    case 'h2':
    case 'h3':
      return nodes.heading.create({ piece, level: block.type === 'h2' ? 2 : 3 }, toInline(block.children))
    case 'quote':
      return nodes.quote.create(attrs, filled(block.children))
    case 'list': {
      const items = block.items.map((item) => nodes.list_item.create(null, withParagraphFirst(item)))
      if (block.start === null) return nodes.bullet_list.create(attrs, items)
      return nodes.ordered_list.create({ piece, start: block.start }, items)
    }
    case 'break':
      return nodes.scene_break.create(attrs)
    case 'figure':
      return nodes.picture.create({ piece, src: block.src, alt: block.alt, caption: block.caption })
  }
}

function filled(blocks: readonly Block[]): Node[] {
  return blocks.length > 0 ? blocks.map((block) => toNode(block)) : [nodes.paragraph.create()]
}

function withParagraphFirst(blocks: readonly Block[]): Node[] {
  return blocks[0]?.type === 'p' ? filled(blocks) : [nodes.paragraph.create(), ...blocks.map((block) => toNode(block))]
}

function toInline(inlines: readonly Inline[]): Fragment {
  return Fragment.fromArray(
    toRuns(inlines).flatMap(({ text, em, strong, href }) => {
      const own = [
        ...(href === null ? [] : [marks.link.create({ href })]),
        ...(strong ? [marks.strong.create()] : []),
        ...(em ? [marks.em.create()] : []),
      ]
      return text.split(/(\n)/).flatMap((part) => {
        if (part === '') return []
        return part === '\n' ? nodes.line_break.create(null, null, own) : schema.text(part, own)
      })
    }),
  )
}

function toBlock(node: Node): Block {
  switch (node.type) {
    case nodes.heading:
      return { type: node.attrs.level === 2 ? 'h2' : 'h3', children: toLine(node) }
    case nodes.quote:
      return { type: 'quote', children: toBlocks(node) }
    case nodes.bullet_list:
      return { type: 'list', start: null, items: node.children.map(toBlocks) }
    case nodes.ordered_list:
      return { type: 'list', start: node.attrs.start, items: node.children.map(toBlocks) }
    case nodes.scene_break:
      return { type: 'break' }
    case nodes.picture:
      return { type: 'figure', src: node.attrs.src, alt: node.attrs.alt, caption: node.attrs.caption }
    default:
      return { type: 'p', children: toLine(node) }
  }
}

/** An empty paragraph in a quotation or a list is only where she stands. */
function toBlocks(parent: Node): Block[] {
  return parent.children.map(toBlock).filter((block) => !isEmpty(block))
}

function toLine(node: Node): Inline[] {
  return toInlines(
    node.children.map((child) => ({
      text: child.isText ? (child.text ?? '') : '\n',
      em: marks.em.isInSet(child.marks) !== undefined,
      strong: marks.strong.isInSet(child.marks) !== undefined,
      href: marks.link.isInSet(child.marks)?.attrs.href ?? null,
    })),
  )
}

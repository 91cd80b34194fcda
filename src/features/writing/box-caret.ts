import type { Mark, Node } from 'prosemirror-model'
import { Selection, TextSelection } from 'prosemirror-state'
import { Transform } from 'prosemirror-transform'
import { blocksOf, docOf, type OpenedText, openText, toNode } from './editor-doc.ts'
import { schema } from './editor-schema.ts'
import { cutProse, type Piece } from './prose.ts'
import { isEmpty, isSameBlock, settle, writeProse } from './prose-source.ts'

/** Where she stands in a box of plain text; what lies between the two is chosen. `hasFocus`: she is writing there. */
export type BoxCaret = { anchor: number; head: number; hasFocus: boolean }

type Stand = { doc: Node; selection: Selection; storedMarks: readonly Mark[] | null }

/**
 * The same place on the page. Who is writing behind a blank, or in a line that nothing is in yet, has that there too,
 * though it could not be read out of the source: what she types next belongs behind it.
 */
export function standOnPage(content: string, { doc, pieces }: OpenedText, { anchor, head, hasFocus }: BoxCaret): Stand {
  // As a box counts: the end of a line is one sign.
  const source = content.replace(/\r\n?/g, '\n')
  const cut = cutProse(source)
  // Of a plain text there are no pieces.
  const isPlain = cut.pieces.length !== pieces.length
  const placeAt = (offset: number) => (isPlain ? placeInPlain(doc, source, offset) : placeOf(cut, offset))
  const place = placeAt(head)
  if (anchor !== head || !hasFocus) {
    const [from, to] = [placeAt(anchor), place].map((one) => selectionAt(doc, one).$head)
    return { doc, selection: from && to ? TextSelection.between(from, to) : Selection.atStart(doc), storedMarks: null }
  }
  const blocks = doc.children.slice(0, isPlain ? undefined : pieces.length)
  if (place.nodes) blocks.splice(place.from, place.to - place.from, ...place.nodes)
  const standing = docOf(blocks)
  return { doc: standing, selection: selectionAt(standing, place), storedMarks: place.marks }
}

type Place = {
  /** in these of the pieces, and how far behind the beginning of the first; null: behind them */
  from: number
  to: number
  at: number | null
  /** what they are with her in them, where that is not what they were */
  nodes: readonly Node[] | null
  marks: readonly Mark[] | null
}

type Cut = ReturnType<typeof cutProse>

function placeOf({ pieces, tail }: Cut, offset: number): Place {
  let end = 0
  for (const [index, { block, source, before }] of pieces.entries()) {
    const start = end + before.length
    end = start + source.length
    if (offset < start || (offset === start && isEmpty(block))) return placeBetween(pieces, index, offset - start)
    const isLast = index === pieces.length - 1
    // What follows the last one is its own: the line she has begun there, or the paragraph.
    if (offset <= end || isLast) return placeWithin(index, [block], isLast ? source + tail : source, offset - start)
  }
  return placeWithin(0, [], tail, offset)
}

/** In the blank lines that part two blocks: in that one of them, or in a new one; `short` of where this piece begins. */
function placeBetween(pieces: readonly Piece[], index: number, short: number): Place {
  const isGap = (at: number) => pieces[at] !== undefined && isEmpty(pieces[at].block)
  let [from, to] = [index, index]
  while (isGap(from - 1)) from--
  while (isGap(to)) to++
  const befores = pieces.slice(from, to + 1).map(({ before }) => before)
  const at = befores.slice(0, index - from + 1).join('').length + short
  const [upper, lower] = [from === 0 ? '' : 'a', 'a']
  const found = findCaret(readPieces(null), upper + befores.join('') + lower, upper.length + at)
  const nodes = found?.doc.children.slice(upper.length, -lower.length) ?? []
  const inside = found && found.at - (upper === '' ? 0 : (found.doc.firstChild?.nodeSize ?? 0))
  if (inside !== undefined && inside >= 0 && inside < sizeOf(nodes)) return { from, to, at: inside, nodes, marks: null }
  // A line of its own, where there is none: in hers the two blocks would be one.
  return { from, to, at: 1, nodes: from === to ? [schema.nodes.paragraph.create()] : null, marks: null }
}

const mostTries = 400

function placeWithin(index: number, blocks: Piece['block'][], source: string, offset: number): Place {
  const said = writeProse(blocks)
  const isSame = (doc: Node) => writeProse(blocksOf(doc)) === said || isHeadingBegun(said, doc)
  return { from: index, to: index + 1, ...findNear(readPieces(index), source, offset, isSame) }
}

function placeInPlain(whole: Node, source: string, offset: number): Place {
  const saidBy = (doc: Node) => settle(blocksOf(doc)).filter((block) => !isEmpty(block))
  const said = saidBy(whole)
  const read = (text: string) => openText(text, 'plain').doc
  return { from: 0, to: whole.childCount, ...findNear(read, source, offset, (doc) => isSameBlock(saidBy(doc), said)) }
}

type Read = (source: string) => Node

function readPieces(first: number | null): Read {
  return (source) =>
    schema.nodes.doc.create(
      null,
      cutProse(source).pieces.map(({ block }, count) => toNode(block, count === 0 ? first : null)),
    )
}

/** Where a sign put there is found again, if the text says the same with it; else the nearest place of which that holds. */
function findNear(read: Read, source: string, offset: number, isSame: (doc: Node) => boolean) {
  for (let tries = 0; tries < mostTries; tries++) {
    const near = offset + (tries % 2 === 0 ? -tries / 2 : (tries + 1) / 2)
    const found = near >= 0 && near <= source.length && findCaret(read, source, near)
    if (found && isSame(found.doc)) return { at: found.at, nodes: found.doc.children, marks: found.marks }
  }
  return { at: null, nodes: null, marks: null }
}

function findCaret(read: Read, source: string, near: number) {
  const caret = signNotIn(source)
  const doc = read(source.slice(0, near) + caret + source.slice(near))
  let found: { at: number; marks: readonly Mark[] } | undefined
  doc.descendants((node, at) => {
    const inText = node.text?.indexOf(caret) ?? -1
    if (inText >= 0) found ??= { at: at + inText, marks: node.marks }
  })
  return found && { ...found, doc: new Transform(doc).delete(found.at, found.at + caret.length).doc }
}

/** One that means nothing to anybody. */
function signNotIn(source: string): string {
  let code = 0xe000
  while (source.includes(String.fromCharCode(code))) code++
  return String.fromCharCode(code)
}

/** Number signs alone are words; with the blank she has just put behind them they begin a heading. */
function isHeadingBegun(said: string, doc: Node): boolean {
  return /^\\?#+$/.test(said) && doc.firstChild?.type === schema.nodes.heading
}

function selectionAt(doc: Node, { from, to, at }: Place): Selection {
  if (at !== null) {
    const place = sizeOf(doc.children.slice(0, from)) + at
    return Selection.near(doc.resolve(Math.min(place, doc.content.size)))
  }
  const behind = doc.resolve(sizeOf(doc.children.slice(0, to)))
  // Never a picture or a scene break itself: what she types next would take its place.
  return Selection.findFrom(behind, 1, true) ?? Selection.findFrom(behind, -1, true) ?? Selection.atStart(doc)
}

function sizeOf(nodes: readonly Node[]): number {
  return nodes.reduce((sum, node) => sum + node.nodeSize, 0)
}

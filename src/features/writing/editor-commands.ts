import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import type { MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import { type Command, type EditorState, Selection, TextSelection } from 'prosemirror-state'
import { schema } from './editor-schema.ts'

const { nodes, marks } = schema

export const toggleItalic = toggleMark(marks.em)
export const toggleBold = toggleMark(marks.strong)

/** A paragraph becomes a heading, that a smaller one, that a paragraph again. */
export const turnHeading: Command = (state, dispatch) => {
  const { parent } = state.selection.$from
  const isSmall = parent.type === nodes.heading && parent.attrs.level === 3
  if (isSmall) return setBlockType(nodes.paragraph)(state, dispatch)
  return setBlockType(nodes.heading, { level: parent.type === nodes.heading ? 3 : 2 })(state, dispatch)
}

export function setHeading(level: 2 | 3): Command {
  return setBlockType(nodes.heading, { level })
}

export const setParagraph = setBlockType(nodes.paragraph)

export const toggleQuote: Command = (state, dispatch) =>
  isWithin(state, nodes.quote) ? lift(state, dispatch) : wrapIn(nodes.quote)(state, dispatch)

/** Bulleted, then numbered, then no list. */
export const turnList: Command = (state, dispatch) => {
  if (isWithin(state, nodes.ordered_list)) return liftListItem(nodes.list_item)(state, dispatch)
  if (!isWithin(state, nodes.bullet_list)) return wrapInList(nodes.bullet_list)(state, dispatch)
  return renumber(state, dispatch)
}

export function setList(type: NodeType): Command {
  return (state, dispatch) =>
    isWithin(state, type) ? liftListItem(nodes.list_item)(state, dispatch) : wrapInList(type)(state, dispatch)
}

const renumber: Command = ({ selection: { $from }, tr }, dispatch) => {
  for (let depth = $from.depth; depth > 0; depth--) {
    if ($from.node(depth).type !== nodes.bullet_list) continue
    dispatch?.(tr.setNodeMarkup($from.before(depth), nodes.ordered_list).scrollIntoView())
    return true
  }
  return false
}

/** A break after the line she is in, and a paragraph to go on in. */
export const insertBreak: Command = (state, dispatch) => {
  const { $from } = state.selection
  const depth = Math.min($from.depth, 1)
  const isOnEmptyLine = $from.depth === 1 && $from.parent.content.size === 0
  const at = depth === 0 ? $from.pos : isOnEmptyLine ? $from.before(1) : $from.after(1)
  const tr = state.tr.insert(at, nodes.scene_break.create())
  if (tr.doc.resolve(at + 1).nodeAfter === null) tr.insert(at + 1, nodes.paragraph.create())
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve(at + 1), 1)).scrollIntoView())
  return true
}

const onlyABreak = /^(\*{3,}|\* \* \*|-{3,}|_{3,}|#|⁂)$/

/** `***` on a line of its own, and Enter. */
export const breakAtEnter: Command = (state, dispatch) => {
  const { $from, empty } = state.selection
  if (!empty || $from.depth !== 1 || $from.parent.type !== nodes.paragraph) return false
  if (!onlyABreak.test($from.parent.textContent)) return false
  const tr = state.tr.replaceWith($from.before(), $from.after(), [nodes.scene_break.create(), nodes.paragraph.create()])
  dispatch?.(tr.setSelection(Selection.near(tr.doc.resolve($from.before() + 1), 1)).scrollIntoView())
  return true
}

export const insertLineBreak: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.line_break.create(), true).scrollIntoView())
  return true
}

export function isWithin({ selection: { $from } }: EditorState, type: NodeType): boolean {
  for (let depth = $from.depth; depth > 0; depth--) if ($from.node(depth).type === type) return true
  return false
}

export function isMarked({ selection, storedMarks, doc }: EditorState, mark: MarkType): boolean {
  const { from, to, empty, $from } = selection
  if (empty) return mark.isInSet(storedMarks ?? $from.marks()) !== undefined
  return doc.rangeHasMark(from, to, mark)
}

/** The link she stands in or has chosen, from end to end. */
export function linkAt({ selection: { $from, from, to, empty }, doc }: EditorState) {
  const marked = $from.parent.childAfter($from.parentOffset)
  const before = $from.parent.childBefore($from.parentOffset)
  // Chosen words have a link of their own or none; only a caret may stand at the end of one.
  const mark = (empty ? [marked, before] : [marked]).flatMap(
    ({ node }) => (node && marks.link.isInSet(node.marks)) || [],
  )[0]
  if (!mark) return empty ? null : { from, to, href: '', words: doc.textBetween(from, to, ' ') }
  const start = $from.start()
  let [first, last] = [-1, -1]
  $from.parent.forEach((node, offset) => {
    if (!mark.isInSet(node.marks)) return
    const end = offset + node.nodeSize
    if (last === offset) last = end
    else if (!(first <= $from.parentOffset && $from.parentOffset <= last && first >= 0)) [first, last] = [offset, end]
  })
  return { from: start + first, to: start + last, href: String(mark.attrs.href), words: '' }
}

/** Sets a link on these words, or, with '', takes it away. Without words it writes some. */
export function setLink(place: { from: number; to: number } | null, href: string, words: string): Command {
  return (state, dispatch) => {
    const tr = state.tr
    const at = state.selection.from
    if (!place) tr.insert(at, schema.text(words || href, [marks.link.create({ href })]))
    else if (href === '') tr.removeMark(place.from, place.to, marks.link)
    else tr.removeMark(place.from, place.to, marks.link).addMark(place.from, place.to, marks.link.create({ href }))
    const end = place ? place.to : at + (words || href).length
    dispatch?.(tr.setSelection(TextSelection.create(tr.doc, end)).removeStoredMark(marks.link).scrollIntoView())
    return true
  }
}
